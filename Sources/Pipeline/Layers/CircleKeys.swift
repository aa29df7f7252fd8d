import Circles
import Features
import VectorTile

/// The parts of a circle that are written as features of their own; they share its id.
enum CirclePart: UInt8, Sendable {
  /// A point at the center.
  case center = 0
  /// The outline as a polygon, clipped to the tile.
  case ring = 1
  /// A point at the center of a circle that is too small to draw.
  case dot = 2
  /// The outline of several circles.
  case dissolved = 3

  /// The name in the tiles.
  var name: String {
    switch self {
    case .center: "center"
    case .ring: "ring"
    case .dot: "dot"
    case .dissolved: "dissolved"
    }
  }
}

/// The names of a circle's own properties, as indices into the layer's keys.
struct CircleKeys: Sendable {
  let part: UInt32
  let longitude: UInt32
  let latitude: UInt32
  let meters: UInt32
  let mapPoints: UInt32
  let pixels: UInt32
  let count: UInt32
  private let pulse: [UInt32]

  private static let numberNames = [
    "center_longitude", "center_latitude", "radius_m", "radius_map_points", "radius_px",
  ]
  private static let pulseNames = [
    "pulse_scale_from", "pulse_scale_to", "pulse_opacity_from", "pulse_opacity_to", "pulse_seconds",
  ]

  /// Adds the names to a table of keys.
  init(_ keys: inout ValueTable) {
    part = keys.intern(.string, "part")
    longitude = keys.intern(.string, Self.numberNames[0])
    latitude = keys.intern(.string, Self.numberNames[1])
    meters = keys.intern(.string, Self.numberNames[2])
    mapPoints = keys.intern(.string, Self.numberNames[3])
    pixels = keys.intern(.string, Self.numberNames[4])
    count = keys.intern(.string, "circle_count")
    pulse = Self.pulseNames.map { keys.intern(.string, $0) }
  }

  /// The names and types of a circle's own properties, for the manifest.
  static func fields(hasPulse: Bool) -> NamedValues<String> {
    var fields: NamedValues<String> = ["part": "String"]
    for name in numberNames + (hasPulse ? pulseNames : []) { fields[name] = "Number" }
    return fields
  }

  /// The names and types of a dissolved shape's properties, for the manifest.
  static let dissolvedFields: NamedValues<String> = ["part": "String", "circle_count": "Number"]

  /// Writes a circle's own properties as tags of the open feature.
  func write(_ circle: Circle, part: CirclePart, zoom: Int, layer: CircleOverlays, into encoder: inout TileEncoder) {
    encoder.tag(key: self.part, string: part.name)
    encoder.tag(key: longitude, double: Degrees.rounded(circle.center.longitude))
    encoder.tag(key: latitude, double: Degrees.rounded(circle.center.latitude))
    encoder.tag(key: meters, double: Self.rounded(circle.radiusMeters(zoom: zoom)))
    encoder.tag(key: mapPoints, double: Self.rounded(circle.radiusMapPoints(zoom: zoom)))
    encoder.tag(key: pixels, double: Self.rounded(circle.radiusPixels(zoom: zoom, tileSize: layer.tilePixels)))
    guard let envelope = layer.pulse else { return }
    let values = [
      envelope.scaleFrom, envelope.scaleTo, envelope.opacityFrom, envelope.opacityTo, envelope.seconds,
    ]
    for (key, value) in zip(pulse, values) { encoder.tag(key: key, double: value) }
  }

  /// Six decimals: micrometres, and far below what another machine's mathematics could change.
  private static func rounded(_ value: Double) -> Double {
    (value * 1_000_000).rounded() / 1_000_000
  }
}
