import MapMath
import OvertileBundleFormat
import OvertileClustering
import OvertileConfiguration
import OvertileCore
import OvertileReading
import OvertileShapes

/// From the rows of a shape layer to its overlays: canonical order, ids, label points.
struct ShapeLayerBuilder {
  let layer: LayerConfiguration
  let options: ShapeLayer
  let grid: TileGrid
  let work: OrderedParallelMap

  /// Builds the overlays; consumes the columns of the rows on the way.
  func build(_ rows: inout LayerRows) throws -> BuiltLayer {
    let items = CanonicalItems(rows, itemRows: rows.shapeRows, dropsRepeats: layer.duplicates == .drop)
    (rows.keys, rows.contents) = ([], [])
    let shapes = OrderedShapes(rows.shapes, order: Array(items.sources))
    // Ids and tags are found beside the simplification, which begins on one thread.
    let describing = SideTask(work.pool) { [self, rows] in
      let identities = FeatureIdentities(stableKeys: items.keys) { items.ownIDs[$0] }
      var tags = FeatureTags(
        rows, ExtraColumns(layer), items: items.rows, ids: identities.ids, reserved: ownFields.keys)
      let labelKeys = ShapeOverlays.LabelKeys(&tags.properties.keys)
      return (identities, tags, labelKeys)
    }
    defer { describing.wait() }
    if work.memory.bound != nil { describing.wait() }
    let sizes = options.sizes(of: shapes)
    let isTogether = LayerCoverage.isNeeded(shapes, options, zooms: layer.zooms)
    let coverage = isTogether ? try LayerCoverage(shapes, sizes, options, zooms: layer.zooms, work) : nil
    let (identities, tags, labelKeys) = try describing.value()
    var manifest = BundleManifest.Layer(id: layer.name.value, kind: .shape, zooms: layer.zooms)
    manifest.description = layer.summary
    manifest.shape = BundleManifest.ShapeRules(
      method: options.method.rawValue, tolerancePixels: options.tolerancePixels,
      smallerThanPixels: options.smallerThanPixels, tileSizePixels: Int(ShapeOverlays.tilePixels))
    if options.small == .gather { manifest.shape?.small = options.small.rawValue }
    let gathered =
      options.small != .gather
      ? nil
      : GatheredShapes(shapes, sizes, smallerThanPixels: options.smallerThanPixels, zooms: layer.zooms, grid) {
        tags.zoomed.shows(row: items.rows[$0], zoom: $1)
      }
    var overlays = ShapeOverlays(
      manifest: manifest, shapes: shapes, ids: identities.ids, rows: items.rows, labels: try labels(shapes),
      ranks: ranks(shapes), gathered: gathered, replacements: try replacements(shapes, sizes), tags: tags,
      labelKeys: labelKeys, options: options, coverage: coverage, sizes: sizes,
      jobs: coverage?.jobs ?? shapes.jobs(), grid: grid, work: work)
    overlays.neverShown = try overlays.unshown(sources: items.sources)
    overlays.manifest.features = rows.count - items.droppedRows.count - overlays.neverShown.rows.count
    let fields = tags.fields(without: overlays.neverShown.rows, items: items.rows, ids: identities.ids)
    overlays.manifest.fields = fields.merging(ownFields) { _, own in own }
    overlays.manifest.bounds = WorldBounds(shapes.columns, without: overlays.neverShown)?.degrees
    func sorted(_ shapes: [Int]) -> [UInt32] { Set(shapes.map { items.rows[$0] }).sorted() }
    var built = BuiltLayer(overlays, of: items, identities)
    built.tangledRows = sorted(coverage?.tangledShapes ?? [])
    built.nearBorders = coverage?.nearBorders
    built.nearRows = sorted(coverage?.nearBorders?.shapes ?? [])
    return built
  }

  /// The names and types that the layer writes itself.
  private var ownFields: NamedValues<String> {
    switch options.label {
    case .none: [:]
    case .property: TileProperty.ofLabels
    case .point: TileProperty.ofLabelPoints
    }
  }

  /// Per shape: its label point; nil for lines and points, and for every shape of a layer without them.
  private func labels(_ shapes: OrderedShapes) throws -> [WorldPoint?] {
    guard options.label != .none else { return Array(repeating: nil, count: shapes.count) }
    return try labelPoints(shapes) { _, shape in shape.kind == .polygons }
  }

  /// Per shape: the rank of its label point; empty for a layer without label points that are features.
  private func ranks(_ shapes: OrderedShapes) -> [UInt16] {
    guard options.label == .point else { return [] }
    var shape = WorldGeometry(kind: .points)
    return (0..<shapes.count).map { index in
      shapes.read(index, into: &shape)
      return LabelRank.rank(area: shape.area)
    }
  }

  /// Per shape that is too small at the first zoom: the point that replaces it, at whatever zooms it is too small; nil for the
  /// others. Empty if small shapes become no points.
  private func replacements(_ shapes: OrderedShapes, _ sizes: ZoomSizes) throws -> [WorldPoint?] {
    guard options.small == .point else { return [] }
    return try labelPoints(shapes) { [zoom = layer.zooms.lowerBound] index, _ in sizes.isSmall(index, zoom: zoom) }
  }

  /// The label points of some shapes; nil for the others.
  private func labelPoints(
    _ shapes: OrderedShapes, _ isWanted: @escaping @Sendable (Int, WorldGeometry) -> Bool
  ) throws -> [WorldPoint?] {
    var points: [WorldPoint?] = []
    points.reserveCapacity(shapes.count)
    try work.forEach((0..<shapes.count).parts(of: Self.shapesPerJob)) { engine, indices -> [WorldPoint?] in
      var shape = WorldGeometry(kind: .points)
      return try indices.map { index in
        shapes.read(index, into: &shape)
        return isWanted(index, shape) ? try engine.labelPoint(shape) : nil
      }
    } consume: {
      points += $0
    }
    return points
  }

  /// The shapes whose label points are one job.
  private static let shapesPerJob = 64
}

/// The rank of a label point among others by the area of its shape: larger shapes first.
///
/// It depends on the shape alone, so other shapes that come or go leave it as it is. It grows by 16 with each halving of
/// the area.
enum LabelRank {
  /// The rank of an area in square world grid units: 0 for that of the world, 2^64, and at most 2,048.
  static func rank(area: Double) -> UInt16 {
    guard area > 0x1p-64 else { return 2048 }
    return UInt16(max(0, 16 * (64 - Int(area.exponent)) - Int((area.significand - 1) * 16)))
  }
}
