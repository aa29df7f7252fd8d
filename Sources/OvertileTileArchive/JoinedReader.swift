import MapMath

/// Archives with different layers as one tileset: a tile has the layers of all of them, in the order of the archives, and
/// no compression. Any thread may call the reader. All methods throw `ArchiveError`.
package final class JoinedReader: TileArchiveReader {
  /// The folder of the archives, for errors.
  package let path: String
  /// The container of the archives.
  package var container: TileContainer { parts[0].container }
  /// The content of the tiles.
  package let content: TileContent
  /// Joined tiles are not compressed.
  package let tileCompression = StoredCompression.none
  private let parts: [any TileArchiveReader]

  /// Joins archives of a container, at least one.
  init(path: String, _ parts: [any TileArchiveReader]) {
    (self.path, self.parts, content) = (path, parts, parts[0].content)
  }

  /// The lowest and highest zoom of all archives.
  package func zooms() throws -> ClosedRange<Int>? {
    let all = try parts.compactMap { try $0.zooms() }
    guard let low = all.map(\.lowerBound).min(), let high = all.map(\.upperBound).max() else { return nil }
    return low...high
  }

  /// Nothing: each archive describes only its own layer.
  package func metadataJSON() -> [UInt8] { Array("{}".utf8) }

  /// The joined tile, or nil when no archive has it.
  package func tile(_ tile: TileID) throws -> [UInt8]? { try joined(tile, parts.indices) }

  /// Calls a closure with every joined tile, by ascending Hilbert ids. Memory: the runs of all archives.
  package func forEachTile(_ body: (TileID, [UInt8]) throws -> Void) throws {
    try forEachJoinedRun { run in
      for id in run.ids {
        guard let tile = TileID(hilbertID: id), let bytes = try joined(tile, run.parts) else { continue }
        try body(tile, bytes)
      }
    }
  }

  /// Calls a closure with every run of tiles in the same archives, by ascending Hilbert ids. Its size is the sum of the
  /// stored tiles' sizes.
  package func forEachRun(_ body: (StoredRun) throws -> Void) throws {
    try forEachJoinedRun { try body(StoredRun(ids: $0.ids, bytes: $0.bytes)) }
  }

  private func forEachJoinedRun(_ body: (RunMerge.Run) throws -> Void) throws {
    try RunMerge(parts.map { try RunMerge.runs(of: $0) }).forEachRun(body)
  }

  private func joined(_ tile: TileID, _ present: some Sequence<Int>) throws -> [UInt8]? {
    let tiles = try present.compactMap { try parts[$0].plainTile(tile) }
    return try ArchiveError.naming("\(path), tile \(tile)") { try JoinedTile.join(tiles, content) }
  }
}

/// Walks the runs of several archives together. Memory: 24 bytes a run.
package struct RunMerge {
  /// Tiles with consecutive ids that the same archives have.
  package struct Run {
    /// The Hilbert ids of the tiles.
    package var ids: Range<UInt64>
    /// The indices of the archives, ascending.
    package var parts: [Int]
    /// The stored bytes of one tile in all of these archives.
    package var bytes: Int
  }

  private let runs: [[StoredRun]]

  /// Prepares to walk the runs of archives, each ascending and without overlaps.
  package init(_ runs: [[StoredRun]]) { self.runs = runs }

  /// The runs of an archive's tiles, ascending; of two entries for a tile, the first counts. O(runs log runs).
  package static func runs(of reader: any TileArchiveReader) throws -> [StoredRun] {
    var runs: [StoredRun] = []
    try reader.forEachRun { runs.append($0) }
    let isAscending = zip(runs, runs.dropFirst()).allSatisfy { $0.ids.upperBound <= $1.ids.lowerBound }
    guard !isAscending else { return runs }
    runs.sort { $0.ids.lowerBound < $1.ids.lowerBound }
    var end: UInt64 = 0
    return runs.filter { run in
      defer { end = max(end, run.ids.upperBound) }
      return run.ids.lowerBound >= end
    }
  }

  /// Calls a closure with the runs of all archives, ascending. O(runs * archives).
  package func forEachRun(_ body: (Run) throws -> Void) throws {
    var next = runs.map { _ in 0 }
    var position: UInt64 = 0
    while true {
      // The run of each archive that ends after the position.
      let ahead = runs.indices.filter { next[$0] < runs[$0].count }.map { (part: $0, run: runs[$0][next[$0]]) }
      guard let first = ahead.map(\.run.ids.lowerBound).min() else { return }
      let start = max(position, first)
      let here = ahead.filter { $0.run.ids.lowerBound <= start }
      let ends = ahead.map { $0.run.ids.lowerBound <= start ? $0.run.ids.upperBound : $0.run.ids.lowerBound }
      position = ends.min() ?? start
      try body(
        Run(ids: start..<position, parts: here.map(\.part), bytes: here.reduce(0) { $0 + $1.run.bytes }))
      for (part, run) in here where run.ids.upperBound == position { next[part] += 1 }
    }
  }
}

/// Joins tiles of one address from archives that hold different layers.
package enum JoinedTile {
  /// One tile with the layers of several, in their order; nil if there are none. A tile alone stays as it is.
  ///
  /// A layer is a repeated field of a vector tile's message, so appending messages joins them. O(bytes).
  ///
  /// - Parameters:
  ///   - tiles: the tiles without their compression.
  ///   - limit: the most bytes of the result.
  /// - Throws: `ArchiveError` with `malformed` if the result is too large, or the tiles cannot be joined.
  package static func join(
    _ tiles: [[UInt8]], _ content: TileContent, limit: Int = TileArchives.mostTileBytes
  ) throws -> [UInt8]? {
    guard tiles.count > 1 else { return tiles.first }
    let bytes = tiles.reduce(0) { $0 + $1.count }
    guard bytes <= limit else {
      throw ArchiveError(
        .malformed, "the layers of a tile have \(bytes) bytes in total, but at most \(limit) are allowed")
    }
    guard content == .vectorTile else {
      throw ArchiveError(.malformed, "tiles of type \(content) cannot be joined")
    }
    return Array(tiles.joined())
  }
}
