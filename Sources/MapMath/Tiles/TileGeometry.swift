/// A geometry in the integer coordinates of one tile, ready to encode.
///
/// The x coordinate increases eastward, and the y coordinate increases southward. Inside the tile, both coordinates are
/// between 0 at the northwestern corner and the extent at the southeastern corner. The geometry may extend beyond the
/// tile by the width of the buffer. Rings do not repeat their first position. Exterior rings have a positive shoelace
/// sum, and the holes that follow them have a negative one. Successive positions are never equal.
public struct TileGeometry: Sendable, Hashable {
  /// A kind of geometry.
  public enum Kind: UInt8, Sendable {
    /// Points, which are all in one part.
    case points = 1
    /// Lines, with one part for each line.
    case lines = 2
    /// Polygons, with one part for each ring.
    case polygons = 3
  }

  /// The kind of the geometry.
  public var kind: Kind
  /// The x coordinate of each position, in tile units, increasing eastward.
  public var x: [Int32] = []
  /// The y coordinate of each position, in tile units, increasing southward.
  public var y: [Int32] = []
  /// The end index of the positions of each part. The position at the end index is not in the part.
  public var partEnds: [Int] = []

  /// Creates an empty geometry of the given kind.
  public init(kind: Kind) {
    self.kind = kind
  }

  /// Whether the geometry has no positions.
  @inlinable
  public var isEmpty: Bool { x.isEmpty }

  /// Returns the indices of the positions of the part at an index.
  @inlinable
  public func positions(ofPart part: Int) -> Range<Int> {
    (part == 0 ? 0 : partEnds[part - 1])..<partEnds[part]
  }

  /// Adds a position to the current part.
  @inlinable
  public mutating func append(x: Int32, y: Int32) {
    self.x.append(x)
    self.y.append(y)
  }

  /// Ends the current part, so that the next position starts a new part.
  @inlinable
  public mutating func endPart() { partEnds.append(x.count) }
}
