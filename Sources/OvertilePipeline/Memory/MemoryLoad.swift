/// The size of the data read so far, in the numbers that determine the memory of the rest of the run.
///
/// The bytes for each were measured under a bound on Linux, at the stage that uses most, and rounded up.
struct MemoryLoad: Sendable, Hashable {
  /// Points of cluster layers.
  var points = 0
  /// Values of their aggregates, filters and computed properties.
  var extras = 0
  /// Circles of circle layers, times the radii of each.
  var circles = 0
  /// Lines, polygons and points of shape layers.
  var shapes = 0
  /// The vertices of those.
  var vertices = 0
  /// Distinct values of properties, and their bytes in memory.
  var values = 0
  var valueBytes = 0

  static let bytesPerPoint = 150
  static let bytesPerExtra = 14
  static let bytesPerCircle = 150
  static let bytesPerShape = 170
  static let bytesPerVertex = 28
  static let bytesPerValue = 64

  /// Adds the load of another layer.
  static func + (a: MemoryLoad, b: MemoryLoad) -> MemoryLoad {
    var sum = a
    sum.points += b.points
    sum.extras += b.extras
    sum.circles += b.circles
    sum.shapes += b.shapes
    sum.vertices += b.vertices
    sum.values += b.values
    sum.valueBytes += b.valueBytes
    return sum
  }

  /// The bytes that a run needs that has read so much with a fraction of its input, 0 to 1.
  func bytes(ofShare share: Double) -> Int {
    let sum =
      points * Self.bytesPerPoint + extras * Self.bytesPerExtra + circles * Self.bytesPerCircle
      + shapes * Self.bytesPerShape + vertices * Self.bytesPerVertex + values * Self.bytesPerValue + 2 * valueBytes
    return Int(Double(sum) / min(1, max(share, 1e-6)))
  }

}
