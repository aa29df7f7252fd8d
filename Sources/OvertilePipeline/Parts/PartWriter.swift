import OvertileTileArchive
import OvertileTileArchiveWriting

/// Writes a part file, which has its name once it is whole.
final class PartWriter {
  private let path: String
  private let file: StagedFile
  private var pending: [UInt8]
  private var directory: [UInt8] = []

  /// The least bytes that are written at once.
  private static let pendingBytes = 1 << 20
  /// The least bytes of a payload that is written without a copy.
  private static let directBytes = 1 << 18

  /// Begins a file for some work.
  ///
  /// - Throws: `ArchiveError`.
  init(_ path: String, work: [UInt8]) throws {
    self.path = path
    file = try StagedFile.beside(path)
    pending = PartFormat.header(work: work)
  }

  /// Adds a section.
  func append(_ section: PartSection, _ payload: [UInt8]) throws {
    let digest = payload.withUnsafeBytes { section.digest($0) }
    directory += PartFormat.header(section, count: payload.count, digest: digest)
    if payload.count < Self.directBytes {
      pending += payload
    } else {
      try flush()
      try payload.withUnsafeBytes { try UnixFile.write(file.descriptor, path: path, $0) }
    }
    if pending.count >= Self.pendingBytes { try flush() }
  }

  /// Adds a section in two parts, which are not put together in memory; see `PartSection.digest(head:body:)`.
  func append(_ section: PartSection, head: [UInt8], body: [UInt8]) throws {
    let digest = head.withUnsafeBytes { head in body.withUnsafeBytes { section.digest(head: head, body: $0) } }
    directory += PartFormat.header(section, count: head.count + body.count, digest: digest)
    pending += head
    try flush()
    try body.withUnsafeBytes { try UnixFile.write(file.descriptor, path: path, $0) }
  }

  /// Ends the file and puts it at its path, where it replaces another.
  func finish() throws {
    let checksum = directory.withUnsafeBytes { TilesOfFile.checksum(of: $0) }
    let end = PartSection.end(after: directory.count / PartFormat.sectionBytes, checksum: checksum)
    pending += directory
    pending += PartFormat.header(end, count: 0, digest: end.digest(UnsafeRawBufferPointer(start: nil, count: 0)))
    try flush()
    try file.publish(to: path, isDurable: false)
    file.close()
  }

  private func flush() throws {
    try pending.withUnsafeBytes { try UnixFile.write(file.descriptor, path: path, $0) }
    pending.removeAll(keepingCapacity: true)
  }
}
