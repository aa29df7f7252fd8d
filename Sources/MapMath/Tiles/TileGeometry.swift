/// A geometry in the integer coordinates of one tile, ready to be encoded.
///
/// The x coordinate increases eastward, and the y coordinate increases southward. Inside the tile, both coordinates
/// range from 0 at the northwestern corner to the tile's extent at the southeastern corner. The geometry may extend
/// beyond the tile by the width of the buffer. Rings do not repeat the first position at the end. Exterior rings have a
/// positive shoelace sum, and the holes that follow an exterior ring have a negative sum. Successive positions are
/// never equal.
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

  /// The kind of geometry.
  public var kind: Kind
  /// The x coordinate of each position, in tile units, increasing eastward.
  public var x: [Int32] = []
  /// The y coordinate of each position, in tile units, increasing southward.
  public var y: [Int32] = []
  /// For each part, the index after the part's last position.
  public var partEnds: [Int] = []

  /// Creates an empty geometry of the given kind.
  public init(kind: Kind) {
    self.kind = kind
  }

  /// Whether the geometry has no positions.
  @inlinable
  public var isEmpty: Bool { x.isEmpty }

  /// Returns the range of indices of the positions that make up the part at the given index.
  @inlinable
  public func positions(ofPart part: Int) -> Range<Int> {
    (part == 0 ? 0 : partEnds[part - 1])..<partEnds[part]
  }

  /// Adds the position with the given coordinates to the current part.
  @inlinable
  public mutating func append(x: Int32, y: Int32) {
    self.x.append(x)
    self.y.append(y)
  }

  /// Ends the current part, so that the next position starts a new part.
  @inlinable
  public mutating func endPart() { partEnds.append(x.count) }
}
