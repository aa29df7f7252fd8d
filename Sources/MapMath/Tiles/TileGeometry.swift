/// A geometry in the integer coordinates of one tile, ready to encode.
///
/// x increases to the east and y to the south, from 0 at the northwestern corner to the extent at the southeastern
/// corner, and beyond both by the buffer. Rings do not repeat their first position. Exterior rings have a positive
/// shoelace sum, and the holes that follow them have a negative one. Successive positions are never equal.
public struct TileGeometry: Sendable, Hashable {
  /// The kind of the geometry.
  public enum Kind: UInt8, Sendable {
    /// One part that holds all points.
    case points = 1
    /// One part per line.
    case lines = 2
    /// One part per ring.
    case polygons = 3
  }

  /// The kind of the geometry.
  public var kind: Kind
  /// The x coordinate of each position, in tile units to the east.
  public var x: [Int32] = []
  /// The y coordinate of each position, in tile units to the south.
  public var y: [Int32] = []
  /// The end index (exclusive) of the positions of each part.
  public var partEnds: [Int] = []

  /// Creates an empty geometry of a kind.
  public init(kind: Kind) {
    self.kind = kind
  }

  /// Whether there are no positions.
  @inlinable
  public var isEmpty: Bool { x.isEmpty }

  /// Returns the indices of the positions of a part.
  @inlinable
  public func positions(ofPart part: Int) -> Range<Int> {
    (part == 0 ? 0 : partEnds[part - 1])..<partEnds[part]
  }

  /// Adds a position to the open part.
  @inlinable
  public mutating func append(x: Int32, y: Int32) {
    self.x.append(x)
    self.y.append(y)
  }

  /// Ends the open part.
  @inlinable
  public mutating func endPart() { partEnds.append(x.count) }
}
