/// A polygon, line or set of points on the world grid, in unwrapped grid units.
///
/// Positions are whole numbers, stored exactly as doubles: x is in 0...2^32 after the geometry has been cut at the
/// antimeridian, and y is in 0...2^32 from the north. Rings are closed, so the last position repeats the first.
public struct WorldGeometry: Sendable, Hashable {
  /// The kind of the geometry.
  public enum Kind: UInt8, Sendable {
    /// One ring that holds all points.
    case points = 1
    /// One ring per line.
    case lines = 2
    /// Polygons: an exterior ring and its holes each.
    case polygons = 3
  }

  /// The kind of the geometry.
  public var kind: Kind
  /// The x coordinate of each position, in grid units east of longitude -180.
  public var x: [Double] = []
  /// The y coordinate of each position, in grid units south of the northern edge.
  public var y: [Double] = []
  /// The end index (exclusive) of the positions of each ring.
  public var ringEnds: [Int] = []
  /// The end index (exclusive) of the rings of each polygon; empty for lines and points.
  public var polygonEnds: [Int] = []

  /// Creates an empty geometry of a kind.
  public init(kind: Kind) {
    self.kind = kind
  }

  /// Whether there are no positions.
  @inlinable
  public var isEmpty: Bool { x.isEmpty }

  /// Returns the indices of the positions of a ring.
  @inlinable
  public func positions(ofRing ring: Int) -> Range<Int> {
    (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring]
  }

  /// Returns the indices of the rings of a polygon, starting with the exterior ring.
  @inlinable
  public func rings(ofPolygon polygon: Int) -> Range<Int> {
    (polygon == 0 ? 0 : polygonEnds[polygon - 1])..<polygonEnds[polygon]
  }

  /// Adds a position to the open ring.
  @inlinable
  public mutating func append(x: Double, y: Double) {
    self.x.append(x)
    self.y.append(y)
  }

  /// Ends the open ring.
  @inlinable
  public mutating func endRing() { ringEnds.append(x.count) }

  /// Ends the open polygon.
  @inlinable
  public mutating func endPolygon() { polygonEnds.append(ringEnds.count) }
}
