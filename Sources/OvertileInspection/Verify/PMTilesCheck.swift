import MapMath
import OvertileBundleFormat
import OvertileTileArchive

/// Whether a PMTiles archive agrees with its header and directories. Source: the PMTiles specification, version 3.
struct PMTilesCheck {
  /// What does not hold.
  private(set) var findings: Findings
  private let reader: PMTilesReader
  private let size: UInt64
  private let location: Location
  /// Whether the header must be that of our own writers, as in a bundle.
  private let isOurs: Bool
  private var header: PMTilesHeader { reader.header }

  /// Prepares the check of an open archive of a size in bytes.
  init(_ reader: PMTilesReader, size: Int, location: Location, isOurs: Bool, findings: Findings) {
    (self.reader, self.size, self.location, self.isOurs) = (reader, UInt64(size), location, isOurs)
    self.findings = findings.fresh
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
  mutating func run() throws -> Totals {
    checkSections()
    checkCompression()
    var entries: [PMTilesEntry] = []
    try reader.forEachEntry { entries.append($0) }
    var totals = Totals()
    totals.entries = entries.count
    totals.addressed = entries.reduce(0) { $0 + UInt64($1.runLength) }
    totals.zooms = zooms(entries)
    totals.contents = checkContents(entries)
    checkOrder(entries)
    checkCounts(totals)
    return totals
  }

  /// Header and sections follow each other without gaps up to the end of the file.
  private mutating func checkSections() {
    let all = [
      ("root directory", header.root), ("metadata", header.metadata), ("leaf directories", header.leaves),
      ("tile data", header.tileData),
    ]
    var next = UInt64(PMTilesHeader.size)
    for (name, section) in all.sorted(by: { $0.1.offset < $1.1.offset }) where section.length > 0 {
      let offset = section.offset
      if offset < next {
        let message = "the section \"\(name)\" overlaps the previous section"
        findings.add(.archiveSection, location, message, expected: "\(next)", found: "\(offset)")
      } else if offset > next {
        note(.archiveSection, "there is a gap before the section \"\(name)\"", expected: "\(next)", found: "\(offset)")
      }
      next = offset + section.length
    }
    if next < size {
      note(
        .archiveSection, "there is unused data after the last section", expected: "\(size)", found: "\(next)")
    }
  }

  private mutating func checkCompression() {
    let compression = StoredCompression(pmtiles: header.tileCompression)
    if case .other(let method) = compression {
      let what = "the tiles' compression is \(compression)"
      if method <= 4 {
        note(.archiveCompression, method == 0 ? what : what + ", so the tiles are not checked")
      } else {
        findings.add(.archiveCompression, location, what + ", which PMTiles does not define")
      }
    }
    let type = header.tileType
    if type > 6 {
      findings.add(.archiveMetadata, location, "the header's tile type is \(type), which PMTiles does not define")
    } else if type != 1 {
      note(
        .archiveMetadata, "the tiles are not vector tiles, so no features are checked", expected: "mvt",
        found: "\(TileContent(pmtiles: type))")
    }
  }

  private mutating func zooms(_ entries: [PMTilesEntry]) -> ClosedRange<Int>? {
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
  private mutating func checkContents(_ entries: [PMTilesEntry]) -> Int {
    let contents = Set(entries.map { $0.offset..<$0.offset + UInt64($0.length) })
    var end: UInt64 = 0
    for content in contents.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if content.lowerBound < end {
        findings.add(.archiveDirectory, location, "the data of two tiles overlaps at byte \(content.lowerBound)")
      }
      end = content.upperBound
    }
    if end > header.tileData.length {
      findings.add(.archiveDirectory, location, "the data of a tile lies outside the tile data section")
    } else if end < header.tileData.length {
      note(.archiveSection, "the last \(header.tileData.length - end) bytes do not belong to any tile")
    }
    return contents.count
  }

  /// In a clustered archive contents come in the order of their first tiles.
  private mutating func checkOrder(_ entries: [PMTilesEntry]) {
    var end: UInt64 = 0
    var isClustered = true
    for entry in entries {
      if entry.offset == end { end += UInt64(entry.length) } else if entry.offset > end { isClustered = false }
    }
    if header.isClustered, !isClustered {
      findings.add(
        .archiveClustered, location, "the header says that the archive is clustered, but the tiles are not in order")
    } else if !header.isClustered, isClustered {
      note(.archiveClustered, "the header says that the archive is not clustered, but the tiles are in order")
    }
  }

  private mutating func checkCounts(_ totals: Totals) {
    let counts = [
      ("addressed tiles", header.addressedTiles, totals.addressed),
      ("tile entries", header.tileEntries, UInt64(totals.entries)),
      ("tile contents", header.tileContents, UInt64(totals.contents)),
    ]
    // 0 means unknown, which foreign archives may state.
    for (name, stated, found) in counts where stated != 0 || isOurs {
      findings.expect(stated, found, .archiveCount, location, "the number of \(name) in the header is wrong")
    }
    guard let zooms = totals.zooms else { return }
    let stated = Int(header.minZoom)...max(Int(header.minZoom), Int(header.maxZoom))
    guard zooms != stated else { return }
    let (expected, found) = ("\(zooms.lowerBound) to \(zooms.upperBound)", "\(header.minZoom) to \(header.maxZoom)")
    findings.add(
      .archiveZooms, location, "the header's zooms differ from those of the tiles", expected: expected, found: found,
      isAllowed: stated.contains(zooms.lowerBound) && stated.contains(zooms.upperBound))
  }

  /// Compares bounds and center with those of the bundle; without one, only whether they are possible.
  mutating func checkBounds(_ stated: StatedBounds?, firstZoom: Int) {
    guard let stated else { return checkPossible() }
    let zoom = min(max(firstZoom, Int(header.minZoom)), Int(header.maxZoom))
    let (bounds, center) = (stated.bounds.map(PMTilesHeader.e7), stated.center.map(PMTilesHeader.e7))
    expectBounds(header.boundsE7, bounds, "the header's bounds differ from the bundle's")
    expectBounds(header.centerE7, center, "the header's center differs from the center of the bundle's features")
    expectBounds(Int(header.centerZoom), zoom, "the header's center zoom differs from the bundle's")
  }

  private mutating func checkPossible() {
    let box = header.boundsE7
    let isPossible =
      box[0] <= box[2] && box[1] <= box[3] && box[0] >= -1_800_000_000 && box[2] <= 1_800_000_000
      && box[1] >= -900_000_000 && box[3] <= 900_000_000
    if !isPossible { findings.add(.archiveBounds, location, "the header's bounds are invalid: \(box)") }
    let isInside =
      (box[0]...max(box[0], box[2])).contains(header.centerE7[0])
      && (box[1]...max(box[1], box[3])).contains(header.centerE7[1])
    if !isInside { note(.archiveBounds, "the header's center lies outside the header's bounds") }
    if header.centerZoom < header.minZoom || header.centerZoom > header.maxZoom {
      note(.archiveBounds, "the header's center zoom is outside the header's zooms")
    }
  }

  private mutating func expectBounds<Value: Equatable & Sendable>(_ found: Value, _ expected: Value, _ message: String)
  {
    findings.expect(found, expected, .archiveBounds, location, message)
  }

  private mutating func note(_ code: FindingCode, _ message: String, expected: String? = nil, found: String? = nil) {
    findings.note(code, location, message, expected: expected, found: found)
  }
}
