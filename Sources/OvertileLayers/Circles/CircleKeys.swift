import OvertileBundleFormat
import OvertileCircles
import OvertileCore
import OvertileVectorTile

extension CirclePart {
  /// The number of a part among an overlay's clipped features, which are in the order of these numbers: its index among all
  /// cases.
  var number: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
}

/// The names of a circle's own properties, as indices into the layer's keys.
struct CircleKeys: Sendable {
  let part: UInt32
  let count: UInt32
  private let numbers: [UInt32]
  private let pulse: [(key: UInt32, value: Double)]

  /// Adds the names to a table of keys.
  init(_ keys: inout ValueTable, _ pulse: BundleManifest.Pulse?) {
    part = keys.intern(.string, TileProperty.part)
    numbers = TileProperty.circleNumbers.map { keys.intern(.string, $0) }
    count = keys.intern(.string, TileProperty.circleCount)
    let pulseKeys = TileProperty.pulse.map { keys.intern(.string, $0) }
    let values = pulse.map { $0.scale + $0.opacity + [$0.seconds] } ?? []
    self.pulse = zip(pulseKeys, values).map { (key: $0, value: $1) }
  }

  /// Writes a circle's own properties as tags of the open feature.
  func write(_ circle: Circle, part: CirclePart, zoom: Int, layer: CircleOverlays, into encoder: inout TileEncoder) {
    encoder.tag(key: self.part, string: part.rawValue)
    encoder.tag(key: numbers[0], double: Degrees.rounded(circle.center.longitude))
    encoder.tag(key: numbers[1], double: Degrees.rounded(circle.center.latitude))
    encoder.tag(key: numbers[2], double: Self.rounded(circle.radiusMeters(zoom: zoom)))
    encoder.tag(key: numbers[3], double: Self.rounded(circle.radiusMapPoints(zoom: zoom)))
    encoder.tag(key: numbers[4], double: Self.rounded(circle.radiusPixels(zoom: zoom, tileSize: layer.tilePixels)))
    for (key, value) in pulse { encoder.tag(key: key, double: value) }
  }

  /// Six decimals: micrometers, far coarser than the differences between the mathematics of machines.
  private static func rounded(_ value: Double) -> Double {
    (value * 1_000_000).rounded() / 1_000_000
  }
}
