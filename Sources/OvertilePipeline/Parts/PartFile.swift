import OvertilePlatform
import OvertileTileArchive
import OvertileTileArchiveWriting

/// A part file that is read: its sections, found once, and their payloads on request.
final class PartFile: Sendable {
  /// The position of a section.
  struct Entry: Sendable {
    let section: PartSection
    let offset: Int
    let count: Int
    let digest: UInt64
  }

  /// The path, for messages.
  let path: String
  /// The sections in their order.
  let entries: [Entry]
  private let descriptor: Int32

  /// Opens a file and finds its sections. O(sections).
  ///
  /// - Parameter work: the digest of the work that it must be a part of.
  /// - Throws: `PipelineError.inputMissing`, or `inputOutput` for a file that is damaged, cut short, or of other work.
  init(_ path: String, work: [UInt8]) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PipelineError.inputMissing("\(path): the part file cannot be opened") }
    do {
      entries = try Self.entries(descriptor, path, work)
    } catch {
      close(descriptor)
      throw Self.error(error, path)
    }
  }

  deinit { close(descriptor) }

  /// Reads the payload of a section.
  ///
  /// - Parameter decode: reads all values.
  /// - Throws: `PipelineError.inputOutput` for bytes that do not have their digest, or are malformed.
  func read<Value>(_ entry: Entry, _ decode: (inout PartDecoder) throws -> Value) throws -> Value {
    do {
      let bytes = try UnixFile.read(descriptor, path: path, offset: entry.offset, count: entry.count)
      guard bytes.withUnsafeBytes({ entry.section.digest($0) }) == entry.digest else {
        throw PartFault("the bytes from \(entry.offset) on do not have their digest")
      }
      var decoder = PartDecoder(bytes)
      let value = try decode(&decoder)
      try decoder.finish()
      return value
    } catch {
      throw Self.error(error, path)
    }
  }

  /// Reads the values at the beginning of a section, which are behind the number of their bytes, and not the rest.
  ///
  /// They are not compared with a digest: a caller must also read the whole section.
  ///
  /// - Throws: `PipelineError.inputOutput` for malformed bytes.
  func readBeginning<Value>(_ entry: Entry, _ decode: (inout PartDecoder) throws -> Value) throws -> Value {
    do {
      var count = PartDecoder(try bytes(entry, 0..<min(entry.count, Self.mostCountBytes)))
      let size = try count.int()
      guard size <= entry.count - count.offset else { throw PartFault("\(size) bytes in a section of \(entry.count)") }
      var decoder = PartDecoder(try bytes(entry, count.offset..<count.offset + size))
      let value = try decode(&decoder)
      try decoder.finish()
      return value
    } catch {
      throw Self.error(error, path)
    }
  }

  /// The most bytes of a count.
  private static let mostCountBytes = 10

  /// Some bytes of a section's payload, which are not compared with a digest.
  func bytes(_ entry: Entry, _ range: Range<Int>) throws -> [UInt8] {
    try UnixFile.read(descriptor, path: path, offset: entry.offset + range.lowerBound, count: range.count)
  }

  /// Checks that a section has its digest, and nothing more.
  ///
  /// - Parameter buffer: memory that is used again from section to section.
  /// - Throws: `PipelineError.inputOutput` if it is damaged.
  func verify(_ entry: Entry, _ buffer: inout [UInt8]) throws {
    if buffer.count < entry.count { buffer = Array(repeating: 0, count: entry.count) }
    do {
      try buffer.withUnsafeMutableBytes { bytes in
        let own = UnsafeMutableRawBufferPointer(rebasing: bytes[..<entry.count])
        try UnixFile.read(descriptor, path: path, offset: entry.offset, into: own)
        guard entry.section.digest(UnsafeRawBufferPointer(own)) == entry.digest else {
          throw PartFault("the bytes from \(entry.offset) on do not have their digest")
        }
      }
    } catch { throw Self.error(error, path) }
  }

  /// Tiles from some byte of a section on, as an archive takes them over.
  ///
  /// - Parameters: those of `TilesOfFile`.
  func tiles(_ entry: Entry, from start: Int, ids: [UInt64], ends: [UInt64], checksums: [UInt32]) -> TilesOfFile {
    TilesOfFile(
      ids: ids, ends: ends, checksums: checksums, descriptor: descriptor, path: path, offset: entry.offset + start,
      owner: self)
  }

  private static func error(_ error: any Error, _ path: String) -> PipelineError {
    if let error = error as? PipelineError { return error }
    return .inputOutput("\(path): the part file cannot be read: \(error)")
  }

  private static func entries(_ descriptor: Int32, _ path: String, _ work: [UInt8]) throws -> [Entry] {
    let size = try UnixFile.size(path)
    guard size >= PartFormat.headerBytes else { throw PartFault("it is cut short") }
    let header = try UnixFile.read(descriptor, path: path, offset: 0, count: PartFormat.headerBytes)
    guard header.starts(with: PartFormat.magic) else { throw PartFault("it does not begin as one") }
    guard header.starts(with: PartFormat.header(work: [])) else { throw PartFault("it is of another version") }
    guard header == PartFormat.header(work: work) else {
      throw PartFault("it is of another configuration, another plan or another version of the program")
    }
    var entries: [Entry] = []
    var offset = PartFormat.headerBytes
    while true {
      guard size - offset >= PartFormat.sectionBytes else { throw PartFault("it is cut short") }
      let bytes = try UnixFile.read(descriptor, path: path, offset: offset, count: PartFormat.sectionBytes)
      let entry = try entry(bytes, at: offset + PartFormat.sectionBytes)
      guard entry.count <= size - entry.offset else { throw PartFault("it is cut short") }
      if entry.section.kind == .end {
        let digest = entry.section.digest(UnsafeRawBufferPointer(start: nil, count: 0))
        guard entry.section == .end(after: entries.count), entry.offset == size, entry.digest == digest else {
          throw PartFault("its end does not fit its sections")
        }
        return entries
      }
      entries.append(entry)
      offset = entry.offset + entry.count
    }
  }

  private static func entry(_ bytes: [UInt8], at offset: Int) throws -> Entry {
    let words = bytes.withUnsafeBytes { raw in
      (0..<6).map { UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
    }
    guard let raw = UInt32(exactly: words[0]), let kind = PartSection.Kind(rawValue: raw),
      let count = Int(exactly: words[4]), count >= 0
    else { throw PartFault("a section before byte \(offset) has an unknown kind or size") }
    return Entry(
      section: PartSection(kind: kind, numbers: Array(words[1...3])), offset: offset, count: count, digest: words[5])
  }
}
