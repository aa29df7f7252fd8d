import MapMath
import OvertileBundleFormat
import OvertileTileArchive

/// Whether a PMTiles archive agrees with its header and directories. Source: the PMTiles specification, version 3.
struct PMTilesCheck {
  private let reader: PMTilesReader
  private let size: UInt64
  private let location: Location
  /// Whether the header must be that of our own writers, as in a bundle.
  private let isOurs: Bool
  private var header: PMTilesHeader { reader.header }

  /// Prepares the check of an open archive of a size in bytes.
  init(_ reader: PMTilesReader, size: Int, location: Location, isOurs: Bool) {
    (self.reader, self.size, self.location, self.isOurs) = (reader, UInt64(size), location, isOurs)
  }

  /// The numbers of tiles in the directories, for the manifest's counts.
  struct Totals: Sendable {
    var addressed: UInt64 = 0
    var entries = 0
    var contents = 0
    var zooms: ClosedRange<Int>?
  }

  /// Checks header, sections, directories and the layout of the tile data; tiles themselves are not decoded.
  ///
  /// - Throws: `ArchiveError` for directories that cannot be read.
  func run(into findings: inout Findings) throws -> Totals {
    checkSections(&findings)
    checkCompression(&findings)
    var entries: [PMTilesEntry] = []
    try reader.forEachEntry { entries.append($0) }
    var totals = Totals()
    totals.entries = entries.count
    totals.addressed = entries.reduce(0) { $0 + UInt64($1.runLength) }
    totals.zooms = zooms(entries, &findings)
    totals.contents = checkContents(entries, &findings)
    checkOrder(entries, &findings)
    checkCounts(totals, &findings)
    return totals
  }

  /// Header and sections follow each other without gaps up to the end of the file.
  private func checkSections(_ findings: inout Findings) {
    let all = [
      ("root directory", header.root), ("metadata", header.metadata), ("leaf directories", header.leaves),
      ("tile data", header.tileData),
    ]
    var next = UInt64(PMTilesHeader.size)
    for (name, section) in all.sorted(by: { $0.1.offset < $1.1.offset }) where section.length > 0 {
      if section.offset < next {
        findings.add(
          .archiveSection, location, "the section \"\(name)\" overlaps the previous section", expected: "\(next)",
          found: "\(section.offset)")
      } else if section.offset > next {
        findings.note(
          .archiveSection, location, "there is a gap before the section \"\(name)\"", expected: "\(next)",
          found: "\(section.offset)")
      }
      next = section.offset + section.length
    }
    if next < size {
      findings.note(
        .archiveSection, location, "there is unused data after the last section", expected: "\(size)", found: "\(next)")
    }
  }

  private func checkCompression(_ findings: inout Findings) {
    let compression = StoredCompression(pmtiles: header.tileCompression)
    if case .other(let method) = compression {
      let what = "the tiles' compression is \(compression)"
      if method <= 4 {
        findings.note(.archiveCompression, location, method == 0 ? what : what + ", so the tiles are not checked")
      } else {
        findings.add(.archiveCompression, location, what + ", which PMTiles does not define")
      }
    }
    if header.tileType > 6 {
      findings.add(
        .archiveMetadata, location, "the header's tile type is \(header.tileType), which PMTiles does not define")
    } else if header.tileType != 1 {
      findings.note(
        .archiveMetadata, location, "the tiles are not vector tiles, so no features are checked", expected: "mvt",
        found: "\(TileContent(pmtiles: header.tileType))")
    }
  }

  private func zooms(_ entries: [PMTilesEntry], _ findings: inout Findings) -> ClosedRange<Int>? {
    guard let first = entries.first, let last = entries.last else { return nil }
    guard let low = TileID(hilbertID: first.tileID),
      let high = TileID(hilbertID: last.tileID + UInt64(last.runLength) - 1)
    else {
      findings.add(.archiveDirectory, location, "a tile is beyond zoom 31")
      return nil
    }
    return Int(low.z)...Int(high.z)
  }

  /// The number of distinct contents; none overlaps another or lies outside of the tile data.
  private func checkContents(_ entries: [PMTilesEntry], _ findings: inout Findings) -> Int {
    let contents = Set(entries.map { Content(offset: $0.offset, length: UInt64($0.length)) })
    var end: UInt64 = 0
    for content in contents.sorted(by: { $0.offset < $1.offset }) {
      if content.offset < end {
        findings.add(.archiveDirectory, location, "the data of two tiles overlaps at byte \(content.offset)")
      }
      end = content.offset + content.length
    }
    if end > header.tileData.length {
      findings.add(.archiveDirectory, location, "the data of a tile lies outside the tile data section")
    } else if end < header.tileData.length {
      findings.note(
        .archiveSection, location, "the last \(header.tileData.length - end) bytes do not belong to any tile")
    }
    return contents.count
  }

  private struct Content: Hashable {
    var offset, length: UInt64
  }

  /// In a clustered archive contents come in the order of their first tiles.
  private func checkOrder(_ entries: [PMTilesEntry], _ findings: inout Findings) {
    var end: UInt64 = 0
    var isClustered = true
    for entry in entries {
      if entry.offset == end { end += UInt64(entry.length) } else if entry.offset > end { isClustered = false }
    }
    if header.isClustered, !isClustered {
      findings.add(
        .archiveClustered, location, "the header says that the archive is clustered, but the tiles are not in order")
    } else if !header.isClustered, isClustered {
      findings.note(
        .archiveClustered, location, "the header says that the archive is not clustered, but the tiles are in order")
    }
  }

  private func checkCounts(_ totals: Totals, _ findings: inout Findings) {
    let counts = [
      ("addressed tiles", header.addressedTiles, totals.addressed),
      ("tile entries", header.tileEntries, UInt64(totals.entries)),
      ("tile contents", header.tileContents, UInt64(totals.contents)),
    ]
    // 0 means unknown, which foreign archives may state.
    for (name, stated, found) in counts where stated != found && (stated != 0 || isOurs) {
      findings.add(
        .archiveCount, location, "the number of \(name) in the header is wrong", expected: "\(found)",
        found: "\(stated)")
    }
    guard let zooms = totals.zooms else { return }
    let stated = Int(header.minZoom)...max(Int(header.minZoom), Int(header.maxZoom))
    guard zooms != stated else { return }
    let (expected, found) = ("\(zooms.lowerBound) to \(zooms.upperBound)", "\(header.minZoom) to \(header.maxZoom)")
    let message = "the header's zooms differ from those of the tiles"
    if stated.contains(zooms.lowerBound), stated.contains(zooms.upperBound) {
      findings.note(.archiveZooms, location, message, expected: expected, found: found)
    } else {
      findings.add(.archiveZooms, location, message, expected: expected, found: found)
    }
  }

  /// Compares bounds and center with those of the bundle; without one, only whether they are possible.
  func checkBounds(_ stated: StatedBounds?, firstZoom: Int, into findings: inout Findings) {
    let zoom = min(max(firstZoom, Int(header.minZoom)), Int(header.maxZoom))
    guard let stated else { return checkPossible(&findings) }
    findings.expect(
      header.boundsE7, stated.bounds.map { PMTilesHeader.e7(degrees: $0) }, .archiveBounds, location,
      "the header's bounds differ from the bundle's")
    findings.expect(
      header.centerE7, stated.center.map { PMTilesHeader.e7(degrees: $0) }, .archiveBounds, location,
      "the header's center differs from the center of the bundle's features")
    findings.expect(
      Int(header.centerZoom), zoom, .archiveBounds, location,
      "the header's center zoom differs from the bundle's")
  }

  private func checkPossible(_ findings: inout Findings) {
    let box = header.boundsE7
    let isPossible =
      box[0] <= box[2] && box[1] <= box[3] && box[0] >= -1_800_000_000 && box[2] <= 1_800_000_000
      && box[1] >= -900_000_000 && box[3] <= 900_000_000
    if !isPossible { findings.add(.archiveBounds, location, "the header's bounds are invalid: \(box)") }
    let isInside =
      (box[0]...max(box[0], box[2])).contains(header.centerE7[0])
      && (box[1]...max(box[1], box[3])).contains(header.centerE7[1])
    if !isInside { findings.note(.archiveBounds, location, "the header's center lies outside the header's bounds") }
    if header.centerZoom < header.minZoom || header.centerZoom > header.maxZoom {
      findings.note(.archiveBounds, location, "the header's center zoom is outside the header's zooms")
    }
  }
}
