import Foundation
import MapMath
import OvertileTileArchive

/// Reads all directories of a PMTiles archive and reports entries that are out of order.
struct PMTilesDirectoryReader {
  private let data: Data
  private let header: PMTilesHeader
  private let location: Location
  private let isOurs: Bool
  private let root: [PMTilesEntry]

  private static let limit = 16 << 20

  /// Reads the root.
  ///
  /// - Throws: `ArchiveError`.
  init(_ data: Data, _ header: PMTilesHeader, location: Location, isOurs: Bool) throws {
    self.data = data
    self.header = header
    self.location = location
    self.isOurs = isOurs
    root = try PMTilesDirectory.decode(
      Self.decompress(try Self.bytes(data, header.root, location), header, location), path: location.file)
  }

  /// All entries of tiles, ascending. O(entries), 24 bytes each.
  func entries(_ findings: inout Findings) throws -> [PMTilesEntry] {
    checkRoot(&findings)
    var entries: [PMTilesEntry] = []
    var leafEnd: UInt64 = 0
    for pointer in root {
      guard pointer.runLength == 0 else {
        entries.append(pointer)
        continue
      }
      if pointer.offset != leafEnd {
        findings.add(
          .archiveDirectory, location, "the leaf of tile id \(pointer.tileID) does not follow the one before",
          expected: "\(leafEnd)", found: "\(pointer.offset)")
      }
      let (end, overflow) = pointer.offset.addingReportingOverflow(UInt64(pointer.length))
      guard !overflow, end <= header.leaves.length else {
        throw ArchiveError(.malformed, path: location.file, "a leaf lies outside the leaf directories")
      }
      leafEnd = end
      entries += try leaf(pointer, &findings)
    }
    if leafEnd != header.leaves.length {
      findings.add(
        .archiveUnreferenced, location, "bytes of the leaf directories belong to no leaf",
        expected: "\(header.leaves.length)", found: "\(leafEnd)")
    }
    for (before, entry) in zip(entries, entries.dropFirst()) {
      let (end, overflow) = before.tileID.addingReportingOverflow(UInt64(before.runLength))
      if overflow || end > entry.tileID {
        throw ArchiveError(.malformed, path: location.file, "directories overlap at tile id \(entry.tileID)")
      }
    }
    return entries
  }

  private func checkRoot(_ findings: inout Findings) {
    if header.root.offset + header.root.length > 16_384 {
      findings.add(.archiveDirectory, location, "header and root directory are longer than the first 16,384 bytes")
    }
    let pointers = root.count { $0.runLength == 0 }
    if pointers > 0, pointers < root.count {
      findings.add(.archiveDirectory, location, "the root holds tiles and pointers to leaves")
    }
    checkGzip(header.root, "root directory", &findings)
    checkGzip(header.metadata, "metadata", &findings)
  }

  private func leaf(_ pointer: PMTilesEntry, _ findings: inout Findings) throws -> [PMTilesEntry] {
    var section = PMTilesHeader.Section()
    let (offset, overflow) = header.leaves.offset.addingReportingOverflow(pointer.offset)
    guard !overflow else { throw ArchiveError(.malformed, path: location.file, "a leaf lies outside the file") }
    (section.offset, section.length) = (offset, UInt64(pointer.length))
    let entries = try PMTilesDirectory.decode(
      Self.decompress(try Self.bytes(data, section, location), header, location), path: location.file)
    guard entries.allSatisfy({ $0.runLength > 0 }) else {
      throw ArchiveError(.malformed, path: location.file, "a leaf directory points to another")
    }
    if entries.first?.tileID != pointer.tileID {
      findings.add(
        .archiveDirectory, location, "a leaf does not begin with the tile that the root states",
        expected: "\(pointer.tileID)",
        found: entries.first.map { "\($0.tileID)" } ?? "nothing")
    }
    checkGzip(section, "a leaf directory", &findings)
    return entries
  }

  private func checkGzip(_ section: PMTilesHeader.Section, _ name: String, _ findings: inout Findings) {
    guard isOurs, header.internalCompression == TileCompression.gzip.rawValue,
      let bytes = try? Self.bytes(data, section, location), !GzipHeader.isReproducible(bytes)
    else { return }
    findings.add(.archiveCompression, location, "the gzip header of the \(name) states a time, a name or a system")
  }

  /// The bytes of a section of the file.
  static func bytes(_ data: Data, _ section: PMTilesHeader.Section, _ location: Location) throws -> [UInt8] {
    let (end, overflow) = section.offset.addingReportingOverflow(section.length)
    guard !overflow, end <= UInt64(data.count), section.length <= UInt64(limit) else {
      throw ArchiveError(.malformed, path: location.file, "a section is too large or lies outside the file")
    }
    return Array(data[data.startIndex + Int(section.offset)..<data.startIndex + Int(end)])
  }

  private static func decompress(_ bytes: [UInt8], _ header: PMTilesHeader, _ location: Location) throws -> [UInt8] {
    switch TileCompression(rawValue: header.internalCompression) {
    case .some(.none): return bytes
    case .gzip: return try Gunzip.decompress(bytes, limit: limit)
    case nil:
      throw ArchiveError(.malformed, path: location.file, "internal compression \(header.internalCompression)")
    }
  }
}
