/// A geometry in the integer coordinates of one tile, ready to encode.
///
/// x runs to the east and y to the south, from 0 at the northwestern corner to the extent at the southeastern one,
/// and beyond them by the buffer. Rings do not repeat their first position. Exteriors have a positive shoelace sum,
/// and the holes that follow them a negative one. No two successive positions are equal.
public struct TileGeometry: Sendable, Hashable {
  /// The kind of the parts.
  public enum Kind: UInt8, Sendable {
    /// One part that holds all points.
    case points = 1
    /// One part per line.
    case lines = 2
    /// One part per ring.
    case polygons = 3
  }

  /// The kind of the parts.
  public var kind: Kind
  /// Per position: tile units east.
  public var x: [Int32] = []
  /// Per position: tile units south.
  public var y: [Int32] = []
  /// Per part: the exclusive end of its positions.
  public var partEnds: [Int] = []

  /// Makes an empty geometry of a kind.
  public init(kind: Kind) {
    self.kind = kind
  }

  /// Whether there are no positions.
  @inlinable
  public var isEmpty: Bool { x.isEmpty }

  /// The positions of a part.
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
