import OvertileFeatures

/// Reads the values that a `PartEncoder` wrote, in the same order.
///
/// Bytes that end too early, or hold a number or a text that cannot be, are a `PartFault`. Counts are compared with the
/// bytes that are left before memory is reserved for them.
struct PartDecoder {
  private let bytes: [UInt8]
  private var at = 0

  /// Starts before the first value.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes that are left.
  private var rest: Int { bytes.count - at }

  /// The bytes that were read.
  var offset: Int { at }

  /// All bytes, and where those begin that are left: nothing is copied.
  mutating func takeRest() -> (bytes: [UInt8], start: Int) {
    defer { at = bytes.count }
    return (bytes, at)
  }

  /// Checks that all bytes were read.
  func finish() throws {
    if rest > 0 { throw PartFault("\(rest) bytes follow its end") }
  }

  /// A whole number.
  mutating func number() throws -> UInt64 {
    var at = at
    defer { self.at = at }
    do {
      return try Varint.read {
        guard at < bytes.count else { return nil }
        at += 1
        return bytes[at - 1]
      }
    } catch { throw PartFault("a number at byte \(self.at) is cut short or too large") }
  }

  /// A number of either sign.
  mutating func signed() throws -> Int64 { Varint.signed(try number()) }

  /// A count or an index.
  mutating func int() throws -> Int {
    guard let number = Int(exactly: try number()) else { throw PartFault("a count at byte \(at) is too large") }
    return number
  }

  /// The number of values that follow, each of at least so many bytes.
  mutating func count(bytesEach: Int = 1) throws -> Int {
    let count = try int()
    guard count <= rest / bytesEach else { throw PartFault("\(count) values at byte \(at) of \(bytes.count)") }
    return count
  }

  /// A boolean.
  mutating func bool() throws -> Bool {
    guard rest > 0, bytes[at] < 2 else { throw PartFault("a boolean at byte \(at) is neither true nor false") }
    at += 1
    return bytes[at - 1] == 1
  }

  /// A number with all its bits.
  mutating func double() throws -> Double {
    guard rest >= 8 else { throw PartFault("a number at byte \(at) is cut short") }
    return Double(bitPattern: column(of: UInt64.self, count: 1)[0])
  }

  /// A text, byte for byte.
  mutating func text() throws -> String {
    let utf8 = try byteColumn()
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw PartFault("a text before byte \(at) is not UTF-8")
    }
    return text
  }

  /// Bytes behind their count.
  mutating func byteColumn() throws -> [UInt8] {
    let count = try count()
    defer { at += count }
    return Array(bytes[at..<at + count])
  }

  /// Calls a closure with bytes behind their count, which are valid during the call only.
  mutating func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    let count = try count()
    defer { at += count }
    return try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[at..<at + count])) }
  }

  /// A column of words.
  mutating func words() throws -> [UInt32] {
    column(of: UInt32.self, count: try count(bytesEach: 4))
  }

  /// A column of long words.
  mutating func longWords() throws -> [UInt64] {
    column(of: UInt64.self, count: try count(bytesEach: 8))
  }

  /// A column of numbers.
  mutating func doubles() throws -> [Double] { try longWords().map { Double(bitPattern: $0) } }

  /// A value, or nil if there is none.
  mutating func optional<Value>(_ decode: (inout PartDecoder) throws -> Value) throws -> Value? {
    try bool() ? try decode(&self) : nil
  }

  /// Values behind their count.
  mutating func list<Value>(_ decode: (inout PartDecoder) throws -> Value) throws -> [Value] {
    let count = try count()
    return try (0..<count).map { _ in try decode(&self) }
  }

  /// Little-endian words; there are enough bytes.
  private mutating func column<Word: FixedWidthInteger>(of type: Word.Type, count: Int) -> [Word] {
    let size = count * MemoryLayout<Word>.size
    defer { at += size }
    return [Word](unsafeUninitializedCapacity: count) { words, initialized in
      bytes.withUnsafeBytes { all in
        UnsafeMutableRawBufferPointer(words).copyMemory(from: UnsafeRawBufferPointer(rebasing: all[at..<at + size]))
      }
      #if _endian(big)
        for index in 0..<count { words[index] = Word(littleEndian: words[index]) }
      #endif
      initialized = count
    }
  }
}
