/// A polygon, line or set of points on the world grid, in unwrapped grid units.
///
/// Units are whole numbers, stored exactly as doubles: x in 0...2^32 after cutting at the antimeridian, y in 0...2^32
/// from the north. Rings are closed: the last position repeats the first.
public struct WorldGeometry: Sendable, Hashable {
  /// The kind of the parts.
  public enum Kind: UInt8, Sendable {
    /// One ring that holds all points.
    case points = 1
    /// One ring per line.
    case lines = 2
    /// Polygons: an exterior ring and its holes each.
    case polygons = 3
  }

  /// The kind of the parts.
  public var kind: Kind
  /// Per position: grid units east of longitude -180.
  public var x: [Double] = []
  /// Per position: grid units south of the northern edge.
  public var y: [Double] = []
  /// Per ring: the exclusive end of its positions.
  public var ringEnds: [Int] = []
  /// Per polygon: the exclusive end of its rings; empty for lines and points.
  public var polygonEnds: [Int] = []

  /// Makes an empty geometry of a kind.
  public init(kind: Kind) {
    self.kind = kind
  }

  /// Whether there are no positions.
  @inlinable
  public var isEmpty: Bool { x.isEmpty }

  /// The positions of a ring.
  @inlinable
  public func positions(ofRing ring: Int) -> Range<Int> {
    (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring]
  }

  /// The rings of a polygon, the exterior first.
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
