import OvertileCore

extension [UInt8] {
  /// Appends a fixed number, little endian.
  mutating func append<Word: FixedWidthInteger>(word: Word) {
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }
}

/// Reads numbers and bytes one after another; an early end is an error.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private let name: String
  private var position = 0

  /// A reader at the start of some bytes, which must outlive it. The name is for errors.
  init(_ bytes: UnsafeRawBufferPointer, name: String) {
    (self.bytes, self.name) = (bytes, name)
  }

  /// The bytes that are left.
  var remaining: Int { bytes.count - position }

  /// The next number in base 128, which must not exceed a limit.
  mutating func count(upTo limit: Int) throws -> Int {
    let value: UInt64
    do throws(Varint.Fault) {
      value = try Varint.read {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
      }
    } catch {
      throw fault(
        error == .cutShort
          ? "the data ends in the middle of a number" : "the data contains a number of more than 64 bits")
    }
    guard limit >= 0, value <= UInt64(limit) else {
      throw fault("the number \(value) exceeds the maximum of \(limit)")
    }
    return Int(value)
  }

  /// The next fixed number, little endian.
  mutating func word<Word: FixedWidthInteger>(_ type: Word.Type = Word.self) throws -> Word {
    let chunk = try take(MemoryLayout<Word>.size)
    return Word(littleEndian: chunk.loadUnaligned(as: Word.self))
  }

  /// The next so many bytes.
  mutating func take(_ count: Int) throws -> UnsafeRawBufferPointer {
    guard count >= 0, count <= remaining else { throw fault("the data is \(count - remaining) bytes too short") }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// An error about these bytes.
  func fault(_ reason: String) -> ChangesError { ChangesError("\(name): \(reason)") }
}
