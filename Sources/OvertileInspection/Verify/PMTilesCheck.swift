import MapMath
import OvertileBundleFormat
import OvertileTileArchive

/// Whether a PMTiles archive agrees with its header and directories. Source: the PMTiles specification, version 3.
struct PMTilesCheck {
  let header: PMTilesHeader
  let place: Place
  /// What the manifest of a bundle says of the archive, whose header must be that of our own writers; nil for an archive
  /// alone.
  let summary: ArchiveSummary?

  /// Checks header, sections, directories and the layout of the tile data; tiles themselves are not decoded. Returns the
  /// numbers of tiles and of distinct contents in the directories.
  ///
  /// - Throws: `ArchiveError` for directories that cannot be read.
  func run(_ reader: PMTilesReader) throws -> (tiles: UInt64, contents: Int) {
    checkSections(UInt64(try UnixFile.size(reader.path)))
    checkTypes()
    if let summary { compareBounds(summary) } else { checkBounds() }
    var entries: [PMTilesEntry] = []
    try reader.forEachEntry { entries.append($0) }
    let tiles = entries.reduce(0) { $0 + UInt64($1.runLength) }
    let contents = checkContents(entries)
    checkOrder(entries)
    let counts = [
      ("addressed tiles", header.addressedTiles, tiles), ("tile entries", header.tileEntries, UInt64(entries.count)),
      ("tile contents", header.tileContents, UInt64(contents)),
    ]
    // 0 means unknown, which foreign archives may state.
    for (name, stated, found) in counts where stated != 0 || summary != nil {
      place.expect(stated, found, .archiveCount, "the number of \(name) in the header is wrong")
    }
    checkZooms(entries)
    return (tiles, contents)
  }

  /// Header and sections follow each other without gaps up to the end of the file.
  private func checkSections(_ size: UInt64) {
    let all = [
      ("root directory", header.root), ("metadata", header.metadata), ("leaf directories", header.leaves),
      ("tile data", header.tileData),
    ]
    var next = UInt64(PMTilesHeader.size)
    for (name, section) in all.sorted(by: { $0.1.offset < $1.1.offset }) where section.length > 0 {
      place.require(
        section.offset == next, .archiveSection, "the section \"\(name)\" overlaps the previous one or leaves a gap",
        expected: "\(next)", found: "\(section.offset)", isAllowed: section.offset > next)
      next = section.offset + section.length
    }
    place.require(
      next >= size, .archiveSection, "there is unused data after the last section", expected: "\(size)",
      found: "\(next)", isAllowed: true)
  }

  private func checkTypes() {
    let compression = StoredCompression(pmtiles: header.tileCompression)
    if case .other(let method) = compression {
      place.add(
        .archiveCompression,
        "the tiles' compression is \(compression)\(method == 0 ? "" : ", so the tiles are not checked")",
        isAllowed: method <= 4)
    }
    place.require(
      header.tileType == 1, .archiveMetadata, "the tiles are not vector tiles, so no features are checked",
      expected: "mvt", found: "\(TileContent(pmtiles: header.tileType)), type \(header.tileType)",
      isAllowed: header.tileType <= 6)
  }

  /// The number of distinct contents; none overlaps another or lies outside of the tile data.
  private func checkContents(_ entries: [PMTilesEntry]) -> Int {
    let contents = Set(entries.map { $0.offset..<$0.offset + UInt64($0.length) })
    var end: UInt64 = 0
    for content in contents.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      place.require(
        content.lowerBound >= end, .archiveDirectory, "the data of two tiles overlaps at byte \(content.lowerBound)")
      end = content.upperBound
    }
    let size = header.tileData.length
    place.require(
      end == size, end > size ? .archiveDirectory : .archiveSection,
      "the tile data section does not end with the last of its tiles", expected: "\(size)", found: "\(end)",
      isAllowed: end < size)
    return contents.count
  }

  /// In a clustered archive contents come in the order of their first tiles.
  private func checkOrder(_ entries: [PMTilesEntry]) {
    var end: UInt64 = 0
    var isClustered = true
    for entry in entries {
      if entry.offset == end { end += UInt64(entry.length) } else if entry.offset > end { isClustered = false }
    }
    let (stated, found) = header.isClustered ? ("clustered", "not in order") : ("not clustered", "in order")
    place.require(
      header.isClustered == isClustered, .archiveClustered,
      "the header says that the archive is \(stated), but the tiles are \(found)", isAllowed: isClustered)
  }

  private func checkZooms(_ entries: [PMTilesEntry]) {
    guard let first = entries.first, let last = entries.last else { return }
    guard let low = TileID(hilbertID: first.tileID)?.z,
      let high = TileID(hilbertID: last.tileID + UInt64(last.runLength) - 1)?.z
    else { return place.add(.archiveDirectory, "a tile is beyond zoom 31") }
    place.require(
      header.minZoom == low && header.maxZoom == high, .archiveZooms,
      "the header's zooms differ from those of the tiles", expected: "\(low) to \(high)",
      found: "\(header.minZoom) to \(header.maxZoom)", isAllowed: header.minZoom <= low && header.maxZoom >= high)
  }

  /// Compares bounds and center with those of the bundle.
  private func compareBounds(_ summary: ArchiveSummary) {
    let center = summary.center
    expect(header.boundsE7, summary.bounds.map(PMTilesHeader.e7), "bounds")
    expect(header.centerE7, center.prefix(2).map(PMTilesHeader.e7), "center")
    let zoom = min(max(Int(center[2]), Int(header.minZoom)), Int(header.maxZoom))
    expect(Int(header.centerZoom), zoom, "center zoom")
  }

  private func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ name: String) {
    place.expect(found, expected, .archiveBounds, "the header's \(name) differs from that of the bundle's features")
  }

  /// Checks whether bounds and center are possible.
  private func checkBounds() {
    let (box, center) = (header.boundsE7, header.centerE7)
    let isPossible = DegreeBox(box.map { Double($0) / 1e7 }) != nil && box[0] <= box[2]
    place.require(isPossible, .archiveBounds, "the header's bounds are invalid: \(box)")
    let isInside = box[0] <= center[0] && center[0] <= box[2] && box[1] <= center[1] && center[1] <= box[3]
    place.require(
      isInside && header.minZoom <= header.centerZoom && header.centerZoom <= header.maxZoom, .archiveBounds,
      "the header's center lies outside the header's bounds or zooms", isAllowed: true)
  }
}
