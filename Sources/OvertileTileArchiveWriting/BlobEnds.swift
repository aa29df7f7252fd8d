import OvertileCore

/// The locations of blobs that are stored one after the other, 8 bytes each.
struct BlobEnds: Sendable {
  /// Per blob: the offset of its end.
  private var ends: Column<Int> = []

  /// The number of blobs.
  var count: Int { ends.count }

  /// The location of a blob, in bytes from the start of the first.
  subscript(number: Int) -> Range<Int> { (number > 0 ? ends[number - 1] : 0)..<ends[number] }

  /// Adds a blob after the last one.
  mutating func append(length: Int) { ends.append((ends.last ?? 0) + length) }
}
