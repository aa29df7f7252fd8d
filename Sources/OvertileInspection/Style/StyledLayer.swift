import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// A layer of a bundle and how a style draws it.
struct StyledLayer {
  /// The layer.
  let layer: BundleManifest.Layer
  private let color: JSONValue
  private let background: JSONValue

  /// A layer in a color, over a background.
  init(_ layer: BundleManifest.Layer, color: String, background: String) {
    self.layer = layer
    self.color = .string(color)
    self.background = .string(background)
  }

  /// The style layers, from the lowest to the highest; none for a kind that this version does not know.
  var bodies: [JSONValue] {
    switch layer.layerKind {
    case .cluster: clusters
    case .circle: circles
    case .shape: shapes
    case nil: []
    }
  }

  /// A style layer over the layer's source; names of the parts hold no "-", so no two layers have the same.
  private func styled(
    _ part: String, _ type: String, filter: JSONValue, paint: NamedValues<JSONValue>,
    others: NamedValues<JSONValue> = [:]
  ) -> JSONValue {
    let source = JSONValue.string(StyleSource.mapName(layer.id))
    let own: JSONValue = [
      "id": .string("\(layer.id)-\(part)"), "type": .string(type), "source": source, "source-layer": source,
      "filter": filter, "paint": .object(paint),
    ]
    return own.adding(others)
  }

  private func point(_ part: String, filter: JSONValue, radius: JSONValue) -> JSONValue {
    styled(
      part, "circle", filter: filter,
      paint: [
        "circle-color": color, "circle-radius": radius, "circle-stroke-color": background, "circle-stroke-width": 1,
      ])
  }

  private func fill(_ part: String, filter: JSONValue, opacity: Double) -> JSONValue {
    styled(part, "fill", filter: filter, paint: ["fill-color": color, "fill-opacity": .double(opacity)])
  }

  private func line(_ part: String, filter: JSONValue) -> JSONValue {
    styled(
      part, "line", filter: filter, paint: ["line-color": color, "line-opacity": .double(0.8), "line-width": 1])
  }
}

// MARK: Clusters

extension StyledLayer {
  private static let isCluster: JSONValue = ["has", .string(TileProperty.pointCount)]

  private var clusters: [JSONValue] {
    [
      point("singles", filter: ["!", Self.isCluster], radius: 4),
      styled(
        "clusters", "circle", filter: Self.isCluster,
        paint: [
          "circle-color": color, "circle-opacity": .double(0.9), "circle-radius": clusterRadius,
          "circle-stroke-color": color, "circle-stroke-opacity": .double(0.3), "circle-stroke-width": 4,
        ]),
    ]
  }

  /// A radius that grows by the same number of pixels with each digit of the count, up to that of all points.
  private var clusterRadius: JSONValue {
    let points = layer.zooms.map(\.points).max() ?? 0
    let digits = max(1, String(max(0, points - 1)).count)
    return [
      "interpolate", ["linear"], ["log10", ["get", .string(TileProperty.pointCount)]], 0, 10, .int(Int64(digits)), 30,
    ]
  }
}

// MARK: Circles

extension StyledLayer {
  private static func isPart(_ parts: CirclePart...) -> JSONValue {
    ["in", ["get", .string(TileProperty.part)], ["literal", .array(parts.map { .string($0.rawValue) })]]
  }

  /// Outlines are polygons in the tiles. Centers are drawn if the layer draws them: tiles that only a pulse touches have
  /// them besides.
  private var circles: [JSONValue] {
    let hasRings = layer.circle.map { $0.draws(.ring) || $0.dissolving != .nothing } ?? true
    let hasCenters = layer.circle?.draws(.center) ?? true
    let parts = Self.isPart(.ring, .dissolved)
    let rings = [pulse, fill("rings", filter: parts, opacity: 0.12), line("outlines", filter: parts)]
    let centers = point("centers", filter: Self.isPart(.center), radius: .double(2.5))
    return (hasRings ? rings.compactMap(\.self) : []) + [point("dots", filter: Self.isPart(.dot), radius: 2)]
      + (hasCenters ? [centers] : [])
  }

  /// The rings once more, for an animation of their opacity; the metadata have what the manifest says of the pulse.
  private var pulse: JSONValue? {
    guard let pulse = layer.pulse, pulse.scale.count == 2, pulse.opacity.count == 2 else { return nil }
    return styled(
      "pulse", "fill", filter: Self.isPart(.ring),
      paint: [
        "fill-color": color, "fill-opacity": .double(pulse.opacity[0]),
        "fill-opacity-transition": ["delay": 0, "duration": 0],
      ],
      others: [
        "metadata": [
          "overtile:pulse": [
            "opacity": .array(pulse.opacity.map(JSONValue.double)), "scale": .array(pulse.scale.map(JSONValue.double)),
            "seconds": .double(pulse.seconds),
          ]
        ]
      ])
  }
}

// MARK: Shapes

extension StyledLayer {
  private static func isGeometry(_ kinds: JSONValue...) -> JSONValue {
    ["in", ["geometry-type"], ["literal", .array(kinds)]]
  }

  private static let isLabelPoint: JSONValue = ["has", .string(TileProperty.labelRank)]

  /// Whether label points are features of their own, each in one tile.
  private var hasLabelPoints: Bool { layer.fields[TileProperty.labelRank] != nil }

  private var shapes: [JSONValue] {
    let places = Self.isGeometry("Point", "MultiPoint")
    return [
      fill("fill", filter: Self.isGeometry("Polygon", "MultiPolygon"), opacity: 0.18),
      line("line", filter: ["!", places]),
      point("points", filter: hasLabelPoints ? ["all", places, ["!", Self.isLabelPoint]] : places, radius: 3),
    ]
  }
}

// MARK: Texts

extension StyledLayer {
  /// The counts of clusters, or the names of shapes; none for circles.
  func texts(font: String, color: String, halo: String) -> [JSONValue] {
    var layout: NamedValues<JSONValue> = ["text-font": [.string(font)], "text-size": 12]
    let (part, filter): (String, JSONValue)
    var paint: NamedValues<JSONValue> = ["text-color": background]
    switch layer.layerKind {
    case .cluster:
      (part, filter) = ("counts", Self.isCluster)
      layout["text-allow-overlap"] = true
      layout["text-field"] = ["get", .string(TileProperty.abbreviatedCount)]
    case .shape:
      guard let name = labelField else { return [] }
      (part, filter) = ("names", hasLabelPoints ? Self.isLabelPoint : ["has", .string(name)])
      paint = ["text-color": .string(color), "text-halo-color": .string(halo), "text-halo-width": 1]
      layout["text-field"] = ["to-string", ["get", .string(name)]]
      if hasLabelPoints { layout["symbol-sort-key"] = ["get", .string(TileProperty.labelRank)] }
    case .circle, nil: return []
    }
    return [styled(part, "symbol", filter: filter, paint: paint, others: ["layout": .object(layout)])]
  }

  /// The property with the name of a shape: the first of the usual ones that is there, or else the first text.
  private var labelField: String? {
    let usual = ["name", "NAME", "Name", "title", "label", "id"].first { layer.fields[$0] != nil }
    return usual ?? layer.fields.first { $0.value == FieldType.string.rawValue }?.key
  }
}
