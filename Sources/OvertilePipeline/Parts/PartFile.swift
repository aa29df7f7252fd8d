import OvertilePlatform
import OvertileRegularFiles
import OvertileTileArchive
import OvertileTileArchiveWriting

/// A part file that is read: its sections and their payloads, on request.
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
  private let descriptor: Int32
  /// Where the directory is, and its CRC-32.
  private let directory: (range: Range<Int>, checksum: UInt32)

  /// Opens a file, and finds its directory. O(1).
  ///
  /// - Parameter work: the digest of the work that it must be a part of.
  /// - Throws: `PipelineError.inputMissing`, or `inputOutput` for a file that is damaged, cut short, or of other work.
  init(_ path: String, work: [UInt8]) throws {
    self.path = path
    do throws(RegularFileError) {
      descriptor = try RegularFile.open(path).descriptor
    } catch {
      throw PipelineError.inputMissing("\(path): the part file cannot be opened: \(error.reason)")
    }
    do {
      directory = try Self.directory(descriptor, path, work)
    } catch {
      close(descriptor)
      throw Self.error(error, path)
    }
  }

  deinit { close(descriptor) }

  /// Finds sections, in their order. O(all sections); memory only for those that are wanted.
  ///
  /// - Throws: `PipelineError.inputOutput` for a directory that is damaged.
  func entries(where isWanted: (PartSection) -> Bool = { _ in true }) throws -> [Entry] {
    do {
      let bytes = try UnixFile.read(
        descriptor, path: path, offset: directory.range.lowerBound, count: directory.range.count)
      guard bytes.withUnsafeBytes({ TilesOfFile.checksum(of: $0) }) == directory.checksum else {
        throw PartFault("its directory does not have its checksum")
      }
      var (entries, offset): ([Entry], Int) = ([], PartFormat.headerBytes)
      for start in stride(from: 0, to: bytes.count, by: PartFormat.sectionBytes) {
        let entry = try Self.entry(bytes, start, offset: offset)
        guard entry.count <= directory.range.lowerBound - offset else { throw PartFault("it is cut short") }
        offset += entry.count
        if isWanted(entry.section) { entries.append(entry) }
      }
      guard offset == directory.range.lowerBound else { throw PartFault("its directory does not fit its sections") }
      return entries
    } catch { throw Self.error(error, path) }
  }

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
    return .inputOutput("\(path): the part file cannot be read: \(error). Delete it, and run its task again")
  }

  private static func directory(
    _ descriptor: Int32, _ path: String, _ work: [UInt8]
  ) throws -> (range: Range<Int>, checksum: UInt32) {
    let size = try UnixFile.size(path)
    guard size >= PartFormat.headerBytes + PartFormat.sectionBytes else { throw PartFault("it is cut short") }
    let header = try UnixFile.read(descriptor, path: path, offset: 0, count: PartFormat.headerBytes)
    guard header.starts(with: PartFormat.magic) else { throw PartFault("it does not begin as one") }
    guard header.starts(with: PartFormat.header(work: [])) else { throw PartFault("it is of another version") }
    guard header == PartFormat.header(work: work) else {
      throw PartFault("it is of another configuration, another plan or another version of the program")
    }
    let endOffset = size - PartFormat.sectionBytes
    let end = try UnixFile.read(descriptor, path: path, offset: endOffset, count: PartFormat.sectionBytes)
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    guard let entry = try? entry(end, 0, offset: endOffset), entry.section.kind == .end, entry.count == 0,
      entry.digest == entry.section.digest(none), let checksum = UInt32(exactly: entry.section.numbers[1]),
      entry.section.numbers[0] <= UInt64((endOffset - PartFormat.headerBytes) / PartFormat.sectionBytes)
    else { throw PartFault("it is cut short, or its end is damaged") }
    let count = Int(entry.section.numbers[0]) * PartFormat.sectionBytes
    return (endOffset - count..<endOffset, checksum)
  }

  /// The section whose header begins at a byte of some.
  private static func entry(_ bytes: [UInt8], _ start: Int, offset: Int) throws -> Entry {
    func word(_ index: Int) -> UInt64 {
      bytes.withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: start + 8 * index, as: UInt64.self))
      }
    }
    guard let raw = UInt32(exactly: word(0)), let kind = PartSection.Kind(rawValue: raw),
      let count = Int(exactly: word(4))
    else { throw PartFault("section \(start / PartFormat.sectionBytes) has an unknown kind or size") }
    return Entry(
      section: PartSection(kind: kind, numbers: [word(1), word(2), word(3)]), offset: offset, count: count,
      digest: word(5))
  }
}
