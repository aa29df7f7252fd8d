import MapMath

/// The members of `TileArchiveReader` that the header determines.
extension PMTilesReader {
  /// Throws unless a file is a PMTiles archive: it has the header of one, whose sections lie in the file. O(1).
  ///
  /// - Throws: `ArchiveError`: `malformed` with the reason if it is none.
  static func check(_ path: String) throws {
    guard let file = try InputFile(ifPresent: path, followsLinks: false) else { return }
    let root = try PMTilesHeader(file).root
    guard root.length > 0, root.offset >= UInt64(PMTilesHeader.size) else {
      throw ArchiveError(.malformed, path: path, "it has no root directory")
    }
  }

  /// The content that the header states. If it states none, the bytes of the first tile decide, if they can be read.
  package var content: TileContent {
    guard header.tileType == 0 else { return TileContent(pmtiles: header.tileType) }
    var first: [UInt8]?
    try? forEachEntry { entry in
      first = try plain(try blob(entry))
      throw CancellationError()
    }
    return first.map { TileContent(sniffing: $0) } ?? .other("unknown")
  }

  /// The compression that the header states.
  package var tileCompression: StoredCompression { StoredCompression(pmtiles: header.tileCompression) }

  /// The zooms of the header; nil when the archive has no tiles. Throws `malformed` if the lowest is above the highest.
  package func zooms() throws -> ClosedRange<Int>? {
    guard header.minZoom <= header.maxZoom, header.maxZoom <= 31 else {
      throw ArchiveError(
        .malformed, path: path, "the zoom range \(header.minZoom) to \(header.maxZoom) in the header is invalid")
    }
    return isEmpty ? nil : Int(header.minZoom)...Int(header.maxZoom)
  }

  /// Undoes the compression that the header states. If it states none, gzip is recognized by its first two bytes.
  package func plain(_ stored: [UInt8]) throws -> [UInt8] {
    let stated = tileCompression
    let compression = stated == .other(0) ? StoredCompression(sniffing: stored) : stated
    return try Self.inflate(stored, compression, of: "tiles", path: path, limit: TileArchives.mostTileBytes)
  }

  /// Calls a closure with every run of equal tiles in the directories. A run is split at the end of a zoom.
  package func forEachRun(_ body: (StoredRun) throws -> Void) throws {
    try forEachEntry { entry in
      var rest = entry.tileID..<entry.tileID + UInt64(entry.runLength)
      while !rest.isEmpty {
        guard let first = TileID(hilbertID: rest.lowerBound) else {
          throw ArchiveError(.malformed, path: path, "tile id \(rest.lowerBound) is beyond zoom 31")
        }
        let zoomEnd = TileID.firstHilbertID(zoom: Int(first.z)) + (1 << (2 * UInt64(first.z)))
        let run = rest.lowerBound..<min(rest.upperBound, zoomEnd)
        try body(StoredRun(ids: run, bytes: Int(entry.length)))
        rest = run.upperBound..<rest.upperBound
      }
    }
  }
}
