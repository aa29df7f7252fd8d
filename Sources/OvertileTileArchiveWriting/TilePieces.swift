import OvertileTileArchive

/// Where the bytes of an archive's tiles are, one after the other: in files, each with some runs of them.
struct TilePieces {
  private struct Piece {
    /// Where the piece begins among all bytes.
    let start: Int
    let descriptor: Int32
    let path: String
    /// Where it begins in its file.
    let offset: Int
    let owner: AnyObject?
  }

  private var pieces: [Piece] = []
  /// The number of all bytes.
  private(set) var count = 0

  /// Adds bytes at the end, which are in a file.
  mutating func append(_ count: Int, in descriptor: Int32, path: String, at offset: Int, owner: AnyObject?) {
    let last = pieces.last
    if last?.descriptor != descriptor || last.map({ $0.offset + self.count - $0.start }) != offset {
      pieces.append(Piece(start: self.count, descriptor: descriptor, path: path, offset: offset, owner: owner))
    }
    self.count += count
  }

  /// Reads some of all bytes, which are in one file. O(log pieces).
  func read(_ range: Range<Int>) throws -> [UInt8] {
    guard let piece = piece(at: range.lowerBound) else { return [] }
    return try UnixFile.read(
      piece.descriptor, path: piece.path, offset: piece.offset + range.lowerBound - piece.start, count: range.count)
  }

  private func piece(at offset: Int) -> Piece? {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : pieces[low - 1]
  }

  /// Calls a closure with each run of bytes: the file, where they begin in it, and their number.
  func forEach(_ body: (_ descriptor: Int32, _ offset: Int, _ count: Int) throws -> Void) rethrows {
    for (index, piece) in pieces.enumerated() {
      let end = index + 1 < pieces.count ? pieces[index + 1].start : count
      try body(piece.descriptor, piece.offset, end - piece.start)
    }
  }
}
