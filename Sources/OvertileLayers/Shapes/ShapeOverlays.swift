import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileReading
import OvertileShapes
import OvertileVectorTile

/// A shape layer: lines and polygons, simplified per zoom.
struct ShapeOverlays {
  var manifest: BundleManifest.Layer
  /// The shapes in canonical order, valid, cut at the antimeridian.
  let shapes: OrderedShapes
  /// Per shape: its id in the tiles.
  let ids: Column<UInt64>
  /// Per shape: its row.
  let rows: Column<UInt32>
  /// Per shape: the label point of its source, if the layer has them.
  let labels: [WorldPoint?]
  /// Per shape: the rank of its label point, if label points are features.
  let ranks: [UInt16]
  /// The squares that stand for small polygons, if they are gathered.
  let gathered: GatheredShapes?
  /// Per shape that is too small at the first zoom: the point that replaces it where it is; empty if none does here.
  let replacements: [WorldPoint?]
  let tags: FeatureTags
  let labelKeys: LabelKeys
  let options: ShapeLayer
  /// The shapes, simplified together, if the method does so.
  let coverage: LayerCoverage?
  /// The sizes of shapes, since small ones are left out.
  let sizes: ZoomSizes
  /// The indices of the shapes, in the jobs of a zoom.
  let jobs: [ArraySlice<UInt32>]
  let grid: TileGrid
  let work: OrderedParallelMap
  var neverShown = NeverShown.none

  /// The part of a shape that is its label point.
  static let labelPart: UInt8 = 1

  /// The names of the properties of label points, as indices into the layer's keys.
  struct LabelKeys: Sendable {
    let longitude: UInt32
    let latitude: UInt32
    let rank: UInt32

    /// Adds the names to a table of keys.
    init(_ keys: inout ValueTable) {
      longitude = keys.intern(.string, TileProperty.labelLongitude)
      latitude = keys.intern(.string, TileProperty.labelLatitude)
      rank = keys.intern(.string, TileProperty.labelRank)
    }
  }

  /// The side in pixels of the tile in which tolerances and sizes are measured.
  static let tilePixels = 512.0

  var properties: LayerProperties { tags.properties }

  func completeZoom(_ itemCounts: [BuildReport.ZoomCounts]) -> Int? {
    let all = shapes.positionCount
    guard !itemCounts.contains(where: { $0.filtered > 0 || $0.positions == nil }) else { return nil }
    let first = shapes.kinds.contains(.points) ? CompleteZoom.ofPoints(grid) : zooms.lowerBound
    let fewestDropped = itemCounts.map(\.dropped).min()
    let complete = itemCounts.first {
      $0.zoom >= first && $0.dropped == fewestDropped && CompleteZoom.isComplete(positions: $0.positions ?? 0, of: all)
    }
    guard let complete, let keepingForms = shapes.firstKeepingForms(in: zooms, grid) else { return nil }
    return max(complete.zoom, keepingForms)
  }

  func overlays(atZoom zoom: Int) throws -> any ZoomOverlays {
    let tiles = grid.cut(zoom: zoom)
    var cut = ClippedFeatures(BuildReport.ZoomCounts(zoom: zoom, positions: 0))
    try work.forEach(jobs) { engine, job in
      try cutShapes(job, tiles, engine)
    } consume: {
      cut.append($0)
    }
    cut.itemCounts.shown = cut.isShown(count: shapes.count).count { $0 }
    cut.finish()
    return ClippedZoom(self, cut, overlays: shapes.count - cut.hiddenCount, points: 0)
  }

  /// Cuts some shapes, a slice of the order of the jobs.
  func cutShapes(
    _ shapes: ArraySlice<UInt32>, _ cut: TileCut, _ engine: GeometryEngine
  ) throws -> ClippedFeatures {
    var part = ClippedFeatures(BuildReport.ZoomCounts(zoom: cut.zoom, positions: 0))
    var smallPolygons = SmallPolygons(cut)
    var scratch = Scratch()
    for (position, shape) in zip(shapes.indices, shapes) {
      let index = Int(shape)
      guard tags.zoomed.shows(row: rows[index], zoom: cut.zoom) else {
        part.itemCounts.filtered += 1
        continue
      }
      if let square = gathered?.square(of: shape, zoom: cut.zoom) {
        try engine.tiles(of: square, cut) { part.append($1, of: shape, in: $0) }
        continue
      }
      // At most zooms this is all that is asked of most shapes.
      let isTooSmall = options.small != .point && sizes.isSmall(index, zoom: cut.zoom)
      if try isTooSmall || !cutShape(index, at: position, cut, engine, &scratch, &smallPolygons, &part) {
        part.itemCounts.dropped += 1
      }
    }
    return part
  }

  /// Memory for a shape and its simplification, which serves one after the other.
  private struct Scratch {
    var source = WorldGeometry(kind: .points)
    var simplified = WorldGeometry(kind: .points)
  }

  /// Cuts a shape, or its replacement if it is too small; returns whether some tile holds either.
  ///
  /// - Parameter position: the shape's position in the order of the jobs.
  private func cutShape(
    _ index: Int, at position: Int, _ cut: TileCut, _ engine: GeometryEngine, _ scratch: inout Scratch,
    _ smallPolygons: inout SmallPolygons, _ part: inout ClippedFeatures
  ) throws -> Bool {
    let before = part.count
    let visit = { (tile: TileID, geometry: TileGeometry) in
      part.append(geometry, of: UInt32(index), in: tile)
    }
    let isLarge = !sizes.isSmall(index, zoom: cut.zoom)
    if isLarge {
      try simplify(index, at: position, zoom: cut.zoom, &scratch, engine)
      part.itemCounts.positions? += scratch.simplified.x.count
      if !smallPolygons.visitTiles(of: scratch.simplified, visit) {
        try engine.tiles(of: scratch.simplified, cut, visit)
      }
    }
    let isDrawn = part.count > before
    // Simplification, or rounding to the tile's grid, can leave nothing of a shape that was large enough before.
    if !isDrawn, options.small == .point {
      try engine.tiles(of: replacement(of: index, engine), cut, visit)
    }
    guard part.count > before else { return false }
    if options.label != .none, isLarge {
      let moved = try movedLabel(index, of: scratch.simplified, engine)
      part.labels[UInt32(index)] = moved
      if options.label == .point, isDrawn, let label = moved ?? labels[index] {
        append(label: label, of: UInt32(index), cut, to: &part)
      }
    }
    return true
  }

  /// Adds a label point to the only tile that holds it.
  private func append(label: WorldPoint, of shape: UInt32, _ cut: TileCut, to part: inout ClippedFeatures) {
    let marker = TileCut(zoom: cut.zoom, extent: grid.extent, buffer: 0)
    marker.forEachTile(x: label.x, y: label.y) { tile in
      // Maps leave out a symbol on a tile's far edge, which is in no tile then.
      let point = marker.geometry(of: label, in: tile, last: Int32(grid.extent - 1))
      part.append(point, of: shape, part: Self.labelPart, in: tile)
    }
  }

  /// The label point of a shape at a zoom, if that of its source is not inside it there.
  private func movedLabel(_ index: Int, of shape: WorldGeometry, _ engine: GeometryEngine) throws -> WorldPoint? {
    guard let label = labels[index], shape.kind == .polygons, !shape.isEmpty,
      !shape.hasInside(x: Double(label.x), y: Double(label.y))
    else { return nil }
    return try engine.labelPoint(shape)
  }

  /// Simplifies a shape for a zoom, without small parts and holes; the result can be empty.
  private func simplify(
    _ index: Int, at position: Int, zoom: Int, _ scratch: inout Scratch, _ engine: GeometryEngine
  ) throws {
    if let coverage, zoom < zooms.upperBound {
      shapes.read(index, into: &scratch.source)
      return try coverage.read(index, at: position, scratch.source, zoom: zoom, into: &scratch.simplified, engine)
    }
    shapes.read(index, into: &scratch.simplified)
    scratch.simplified = sizes.large(index, scratch.simplified, zoom: zoom)
    // At the last zoom nothing is simplified: only the tiles' grid loses detail.
    if zoom == zooms.upperBound { return }
    scratch.simplified = try engine.simplify(
      scratch.simplified, options.method, tolerance: options.toleranceWorldUnits(zoom: zoom))
  }

  /// The replacement of a shape that is too small: a point inside it, or nothing.
  private func replacement(of index: Int, _ engine: GeometryEngine) throws -> WorldGeometry {
    var point = WorldGeometry(kind: .points)
    guard let label = try replacements[index] ?? engine.labelPoint(shapes[index]) else { return point }
    point.append(x: Double(label.x), y: Double(label.y))
    point.endRing()
    return point
  }
}

extension ShapeOverlays: ClippedLayer {
  func begin(_ overlay: Int, part: UInt8, of cut: ClippedFeatures, into encoder: inout TileEncoder) {
    let id = ids[overlay]
    tags.begin(row: rows[overlay], id: id, zoom: cut.itemCounts.zoom, into: &encoder)
    if part == Self.labelPart {
      encoder.tag(key: labelKeys.rank, int: Int64(ranks[overlay]))
    } else if options.label == .property,
      let label = (cut.labels[UInt32(overlay)] ?? labels[overlay])?.coordinate
    {
      encoder.tag(key: labelKeys.longitude, double: Degrees.rounded(label.longitude))
      encoder.tag(key: labelKeys.latitude, double: Degrees.rounded(label.latitude))
    }
  }
}

extension ShapeOverlays {
  var commonestGeometry: String {
    let lines = shapes.kinds.count { $0 == .lines }
    let points = shapes.kinds.count { $0 == .points }
    let polygons = shapes.count - lines - points
    if polygons >= lines, polygons >= points { return "Polygon" }
    return lines >= points ? "LineString" : "Point"
  }
}

extension ShapeLayer {
  /// The largest deviation that simplification may cause at a zoom, in world grid units.
  func toleranceWorldUnits(zoom: Int) -> Double {
    tolerancePixels * Double(WorldGrid.tileSide(zoom: zoom)) / ShapeOverlays.tilePixels
  }

  /// The zooms at which shapes are too small: as a whole or, if they are simplified together, with all of their parts; then
  /// also their parts and holes.
  func sizes(of shapes: OrderedShapes) -> ZoomSizes {
    ZoomSizes(
      shapes, smallerThanPixels: smallerThanPixels, tilePixels: ShapeOverlays.tilePixels, byParts: method == .coverage)
  }
}
