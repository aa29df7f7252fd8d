/// A set of points, lines, or polygons on the world grid, in unwrapped grid units.
///
/// Positions are whole numbers, stored exactly as floating-point numbers. After the geometry has been cut at the
/// antimeridian, the x coordinate is in the range 0...2^32. The y coordinate is in the range 0...2^32, measured from
/// the northern edge of the world. Rings are closed, so the last position of a ring repeats the first.
public struct WorldGeometry: Sendable, Hashable {
  /// A kind of geometry.
  public enum Kind: UInt8, Sendable {
    /// Points, which are all in one ring.
    case points = 1
    /// Lines, with one ring for each line.
    case lines = 2
    /// Polygons, with an exterior ring and its holes for each polygon.
    case polygons = 3
  }

  /// The kind of geometry.
  public var kind: Kind
  /// The x coordinate of each position, in grid units east of longitude -180.
  public var x: [Double] = []
  /// The y coordinate of each position, in grid units south of the northern edge of the world.
  public var y: [Double] = []
  /// For each ring, the index after the ring's last position.
  public var ringEnds: [Int] = []
  /// For each polygon, the index after the polygon's last ring. The array is empty for lines and points.
  public var polygonEnds: [Int] = []

  /// Creates an empty geometry of the given kind.
  public init(kind: Kind) {
    self.kind = kind
  }

  /// Whether the geometry has no positions.
  @inlinable
  public var isEmpty: Bool { x.isEmpty }

  /// Returns the range of indices of the positions that make up the ring at the given index.
  @inlinable
  public func positions(ofRing ring: Int) -> Range<Int> {
    (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring]
  }

  /// Returns the range of indices of the rings in the polygon at the given index. The first is the index of the
  /// exterior ring.
  @inlinable
  public func rings(ofPolygon polygon: Int) -> Range<Int> {
    (polygon == 0 ? 0 : polygonEnds[polygon - 1])..<polygonEnds[polygon]
  }

  /// Adds the position with the given coordinates to the current ring.
  @inlinable
  public mutating func append(x: Double, y: Double) {
    self.x.append(x)
    self.y.append(y)
  }

  /// Ends the current ring, so that the next position starts a new ring.
  @inlinable
  public mutating func endRing() { ringEnds.append(x.count) }

  /// Ends the current polygon, so that the next ring starts a new polygon.
  @inlinable
  public mutating func endPolygon() { polygonEnds.append(ringEnds.count) }
}
