import Foundation
import MapMath
import OvertileBundleFormat
import OvertileFeatures
import OvertileRegularFiles
import OvertileTileArchive

/// Whether a PMTiles archive agrees with its header and directories. Source: the PMTiles specification, version 3.
struct PMTilesCheck {
  private let data: Data
  private let header: PMTilesHeader
  private let location: Location
  /// Whether bytes must be reproducible, as in a bundle.
  private let isOurs: Bool

  /// Opens an archive.
  ///
  /// - Throws: `ArchiveError` if the header cannot be read.
  init(path: String, location: Location, isOurs: Bool) throws {
    do {
      data = try RegularFile.mapped(path)
    } catch {
      throw ArchiveError(error)
    }
    self.location = location
    self.isOurs = isOurs
    header = try PMTilesHeader(Array(data.prefix(PMTilesHeader.size)), path: location.file)
  }

  /// The numbers of tiles in header and directories, for the manifest's counts.
  struct Totals: Sendable {
    var addressed: UInt64 = 0
    var entries = 0
    var contents = 0
    var zooms: ClosedRange<Int>?
  }

  /// Checks header, sections, directories and the layout of the tile data; tiles themselves are not decoded.
  func run(into findings: inout Findings) throws -> Totals {
    checkSections(&findings)
    checkCompression(&findings)
    let reader = try PMTilesDirectoryReader(data, header, location: location, isOurs: isOurs)
    let entries = try reader.entries(&findings)
    let totals = checkTileData(entries, &findings)
    checkCounts(totals, &findings)
    return totals
  }

  /// Header and sections follow each other without gaps up to the end of the file; the root is near its start.
  private func checkSections(_ findings: inout Findings) {
    let all = [
      ("root directory", header.root), ("metadata", header.metadata), ("leaf directories", header.leaves),
      ("tile data", header.tileData),
    ]
    var next = UInt64(PMTilesHeader.size)
    for (name, section) in all.sorted(by: { $0.1.offset < $1.1.offset }) where section.length > 0 {
      if section.offset < next {
        findings.add(
          .archiveSection, location, "the \(name) overlaps what is before it", expected: "\(next)",
          found: "\(section.offset)")
      } else if section.offset > next {
        findings.note(
          .archiveSection, location, "the \(name) leaves a gap before it", expected: "\(next)",
          found: "\(section.offset)")
      }
      let (end, overflow) = section.offset.addingReportingOverflow(section.length)
      next = overflow ? .max : end
    }
    let size = UInt64(data.count)
    if next > size {
      findings.add(
        .archiveSection, location, "the sections end after the end of the file", expected: "\(size)", found: "\(next)")
    } else if next < size {
      findings.note(
        .archiveSection, location, "the sections end before the end of the file", expected: "\(size)", found: "\(next)")
    }
    if isOurs {
      let order = all.map(\.1.offset)
      if zip(order, order.dropFirst()).contains(where: { $0 > $1 }) {
        findings.add(.archiveSection, location, "the sections are not in the order root, metadata, leaves, tiles")
      }
    }
  }

  private func checkCompression(_ findings: inout Findings) {
    if !(1...2).contains(header.internalCompression) {
      findings.add(.archiveCompression, location, "directories are compressed by method \(header.internalCompression)")
    }
    let compression = StoredCompression(pmtiles: header.tileCompression)
    if case .other(let method) = compression {
      let what = "the tiles' compression is \(compression)"
      if method <= 4 {
        findings.note(.archiveCompression, location, method == 0 ? what : what + ", so none is checked")
      } else {
        findings.add(.archiveCompression, location, what + ", which PMTiles does not define")
      }
    }
    if header.tileType > 6 {
      findings.add(
        .archiveMetadata, location, "the type of the tiles is \(header.tileType), which PMTiles does not define")
    } else if header.tileType != 1 {
      findings.note(
        .archiveMetadata, location, "the tiles are not vector tiles, so no features are checked", expected: "mvt",
        found: "\(TileContent(pmtiles: header.tileType))")
    }
    if data.count > 96, data[data.startIndex + 96] > 1 {
      findings.add(.archiveClustered, location, "the clustered flag is neither 0 nor 1")
    }
  }

  /// Checks blobs: in order if clustered, each once, none overlapping another, all bytes used; runs as long as they can
  /// be.
  private func checkTileData(_ entries: [PMTilesEntry], _ findings: inout Findings) -> Totals {
    var totals = Totals()
    totals.entries = entries.count
    var end: UInt64 = 0
    var isClustered = true
    for (index, entry) in entries.enumerated() {
      totals.addressed += UInt64(entry.runLength)
      if entry.offset == end { end += UInt64(entry.length) } else if entry.offset > end { isClustered = false }
      guard index > 0 else { continue }
      let before = entries[index - 1]
      if before.tileID + UInt64(before.runLength) == entry.tileID, before.offset == entry.offset,
        before.length == entry.length
      {
        findings.note(
          .archiveDirectory, Location(location.file, tile: TileID(hilbertID: entry.tileID)),
          "it continues the run before it, but is an entry of its own")
      }
    }
    if header.isClustered, !isClustered {
      findings.add(.archiveClustered, location, "the header says clustered, but the tiles are not in order")
    } else if !header.isClustered, isClustered {
      findings.note(.archiveClustered, location, "the header says not clustered, but the tiles are in order")
    }
    totals.zooms = zooms(entries, &findings)
    totals.contents = checkBlobs(entries, &findings)
    return totals
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

  /// The number of distinct blobs.
  private func checkBlobs(_ entries: [PMTilesEntry], _ findings: inout Findings) -> Int {
    var blobs = entries.map { (offset: $0.offset, length: UInt64($0.length), tile: $0.tileID) }
    blobs.sort { ($0.offset, $0.length) < ($1.offset, $1.length) }
    var digests: [UInt64: UInt64] = [:]
    var (count, end): (Int, UInt64) = (0, 0)
    var last: (offset: UInt64, length: UInt64)?
    for blob in blobs {
      let tile = Location(location.file, tile: TileID(hilbertID: blob.tile))
      if let last, last == (blob.offset, blob.length) { continue }
      last = (blob.offset, blob.length)
      count += 1
      if blob.offset > end {
        findings.note(.archiveUnreferenced, tile, "\(blob.offset - end) bytes before its content belong to no tile")
      } else if blob.offset < end {
        findings.add(.archiveUnreferenced, tile, "its content overlaps another's")
      }
      let (blobEnd, overflow) = blob.offset.addingReportingOverflow(blob.length)
      guard !overflow, blobEnd <= header.tileData.length, header.tileData.offset <= UInt64(data.count),
        blobEnd <= UInt64(data.count) - header.tileData.offset
      else {
        findings.add(.archiveDirectory, tile, "its content lies outside the tile data")
        return count
      }
      end = max(end, blobEnd)
      let digest = digest(Int(header.tileData.offset + blob.offset), Int(blob.length))
      if let other = digests.updateValue(blob.tile, forKey: digest) {
        findings.note(
          .archiveDuplicate, tile, "its content is stored twice",
          expected: "the bytes of \(TileID(hilbertID: other)?.description ?? "another")")
      }
    }
    if end != header.tileData.length {
      findings.note(
        .archiveUnreferenced, location,
        "the last \(header.tileData.length - min(end, header.tileData.length)) bytes belong to no tile")
    }
    return count
  }

  private func digest(_ offset: Int, _ length: Int) -> UInt64 {
    data.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[offset..<offset + length])) }
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
        .archiveCount, location, "the header's number of \(name) is wrong", expected: "\(found)", found: "\(stated)")
    }
    guard let zooms = totals.zooms else { return }
    let stated = Int(header.minZoom)...max(Int(header.minZoom), Int(header.maxZoom))
    guard zooms != stated else { return }
    let (expected, found) = ("\(zooms.lowerBound) to \(zooms.upperBound)", "\(header.minZoom) to \(header.maxZoom)")
    let message = "the header's zooms are not those of the tiles"
    if stated.contains(zooms.lowerBound), stated.contains(zooms.upperBound) {
      findings.note(.archiveZooms, location, message, expected: expected, found: found)
    } else {
      findings.add(.archiveZooms, location, message, expected: expected, found: found)
    }
  }

  /// Compares bounds and center with those of the bundle's tiles; without one, only whether they are possible.
  func checkBounds(_ bundle: [Double]?, isBundle: Bool, firstZoom: Int, into findings: inout Findings) {
    if isBundle {
      let summary = BoundsOfArchive(bundle, zoom: min(max(firstZoom, Int(header.minZoom)), Int(header.maxZoom)))
      findings.expect(
        header.boundsE7, summary.bounds.map { PMTilesHeader.e7(degrees: $0) }, .archiveBounds, location,
        "the header's bounds are not the bundle's")
      findings.expect(
        header.centerE7, summary.center.map { PMTilesHeader.e7(degrees: $0) }, .archiveBounds, location,
        "the header's center is not the bundle's")
      findings.expect(
        Int(header.centerZoom), summary.zoom, .archiveBounds, location,
        "the header's zoom of the center is not the bundle's")
      return
    }
    let box = header.boundsE7.map { Double($0) / 1e7 }
    if !ManifestCheck.isBox(box) {
      findings.add(.archiveBounds, location, "the header's bounds are impossible: \(box)")
    }
    let isInside =
      (header.boundsE7[0]...max(header.boundsE7[0], header.boundsE7[2])).contains(header.centerE7[0])
      && (header.boundsE7[1]...max(header.boundsE7[1], header.boundsE7[3])).contains(header.centerE7[1])
    if !isInside { findings.note(.archiveBounds, location, "the header's center lies outside its bounds") }
    if header.centerZoom < header.minZoom || header.centerZoom > header.maxZoom {
      findings.note(.archiveBounds, location, "the zoom of the header's center is not one of its zooms")
    }
  }
}

extension BundleManifest {
  /// The bounds of the tiles of one layer, or of all.
  func bounds(ofTilesOf layer: String?) -> [Double]? {
    guard let layer else { return bounds }
    return layers.first { $0.id == layer }?.bounds
  }
}

/// The bounds and center that archives of a bundle state.
struct BoundsOfArchive {
  /// West, south, east, north in degrees.
  let bounds: [Double]
  /// Longitude and latitude in degrees, to seven decimals.
  let center: [Double]
  /// The center's zoom.
  let zoom: Int

  /// Those of a bundle with bounds, or of the whole map.
  init(_ bundle: [Double]?, zoom: Int) {
    let box = bundle.flatMap { $0.count == 4 ? $0 : nil } ?? [-180, -85.0511287, 180, 85.0511287]
    bounds = box
    center = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2].map { ($0 * 10_000_000).rounded() / 10_000_000 }
    self.zoom = zoom
  }
}
