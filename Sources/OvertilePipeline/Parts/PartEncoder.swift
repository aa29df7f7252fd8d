import OvertileFeatures

/// Writes values as the bytes that cross machines; `PartDecoder` reads them in the same order.
///
/// Whole numbers are varints, long columns raw little-endian words behind their count, texts UTF-8 behind its length.
struct PartEncoder {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []

  /// Begins without values.
  ///
  /// - Parameter capacity: about the bytes that will be written.
  init(capacity: Int = 0) { if capacity > 0 { bytes.reserveCapacity(capacity) } }

  /// Adds a whole number.
  mutating func add(_ number: UInt64) { Varint.append(number, to: &bytes) }

  /// Adds a count or an index, which is not negative.
  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  /// Adds a number of either sign, small ones in few bytes.
  mutating func add(signed number: Int64) { Varint.append(signed: number, to: &bytes) }

  /// Adds a boolean.
  mutating func add(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// Adds a number with all its bits.
  mutating func add(_ number: Double) { add(raw: [number.bitPattern]) }

  /// Adds a text, byte for byte.
  mutating func add(_ text: String) { add(Array(text.utf8)) }

  /// Adds bytes behind their count.
  mutating func add(_ other: [UInt8]) {
    add(other.count)
    bytes += other
  }

  /// Adds a payload behind its count.
  mutating func add(_ other: UnsafeRawBufferPointer) {
    add(other.count)
    bytes.append(contentsOf: other)
  }

  /// Adds a column of words behind their count.
  mutating func add(_ words: [UInt32]) {
    add(words.count)
    add(raw: words)
  }

  /// Adds a column of long words behind their count.
  mutating func add(_ words: [UInt64]) {
    add(words.count)
    add(raw: words)
  }

  /// Adds a column of numbers behind their count.
  mutating func add(_ numbers: [Double]) { add(numbers.map { $0.bitPattern }) }

  /// Adds a value, or that there is none.
  mutating func add<Value>(optional value: Value?, _ encode: (inout PartEncoder, Value) -> Void) {
    add(value != nil)
    if let value { encode(&self, value) }
  }

  /// Adds values behind their count.
  mutating func add<Values: Collection>(
    list values: Values, _ encode: (inout PartEncoder, Values.Element) -> Void
  ) {
    add(values.count)
    for value in values { encode(&self, value) }
  }

  private mutating func add<Word: FixedWidthInteger>(raw words: [Word]) {
    #if _endian(little)
      words.withUnsafeBytes { bytes.append(contentsOf: $0) }
    #else
      for word in words { withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) } }
    #endif
  }
}
