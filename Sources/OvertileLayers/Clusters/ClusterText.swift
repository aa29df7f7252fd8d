import MapMath
import OvertileClustering
import OvertileCore

/// The properties of clusters that are texts.
package enum ClusterText {
  /// A count in a few characters: unchanged below 1000, then with k or M, with one decimal below ten of them, whole
  /// above:
  ///
  /// 999, 1k, 9.9k, 12k, 1.2M. Source: supercluster's rule for thousands, extended to millions.
  package static func abbreviated(_ count: UInt32) -> String {
    if count < 1000 { return String(count) }
    if count < 999_500 { return scaled(UInt64(count), unit: 1000, suffix: "k") }
    return scaled(UInt64(count), unit: 1_000_000, suffix: "M")
  }

  /// Calls a closure with bounds as a JSON array of west, south, east, north in degrees, to seven decimals; west > east
  /// across the antimeridian.
  ///
  /// Tiles hold many of them, so nothing is allocated: the text is written from its end into a small buffer.
  static func withBounds<Result>(_ bounds: ClusterBounds, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // Four times "-180.1234567", three commas and two brackets: 53 bytes.
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      var start = buffer.count
      func put(_ byte: UInt8) {
        start -= 1
        buffer[start] = byte
      }
      put(UInt8(ascii: "]"))
      Degrees.writeBackwards(WorldGrid.latitude(y: Double(bounds.north)), put)
      put(UInt8(ascii: ","))
      Degrees.writeBackwards(WorldGrid.longitude(x: Double(bounds.east)), put)
      put(UInt8(ascii: ","))
      Degrees.writeBackwards(WorldGrid.latitude(y: Double(bounds.south)), put)
      put(UInt8(ascii: ","))
      Degrees.writeBackwards(WorldGrid.longitude(x: Double(bounds.west)), put)
      put(UInt8(ascii: "["))
      return body(UnsafeRawBufferPointer(rebasing: buffer[start...]))
    }
  }

  private static func scaled(_ count: UInt64, unit: UInt64, suffix: String) -> String {
    let tenths = (count * 10 + unit / 2) / unit
    if tenths >= 100 { return "\((count + unit / 2) / unit)\(suffix)" }
    return tenths % 10 == 0 ? "\(tenths / 10)\(suffix)" : "\(tenths / 10).\(tenths % 10)\(suffix)"
  }
}
