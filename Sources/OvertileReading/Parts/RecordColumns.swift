import OvertileCore

/// Columns one after the other, as the bytes of a record: the number of values, then these. Little-endian.
///
/// Calls of `pass` write a record, or read it: the same calls in the same order, so that both agree about its columns.
package struct RecordColumns {
  /// The bytes.
  package private(set) var bytes: [UInt8] = []
  /// Where the next column begins; nil while the record is written.
  private var at: Int?

  /// Begins to write a record.
  package init() {}

  /// Begins to read a record.
  package init(reading bytes: [UInt8]) { (self.bytes, at) = (bytes, 0) }

  /// Whether the record is read.
  var isReading: Bool { at != nil }

  /// The error of a record that was written by another rule: its digest was right.
  package static let damage = PipelineError.inconsistent(
    "a record of a part is intact but cannot be read; this is a bug in overtile")

  /// Writes a column, or reads it in its place.
  package mutating func pass<Element: BitwiseCopyable>(_ values: inout [Element]) throws {
    guard let at else {
      withUnsafeBytes(of: UInt64(values.count).littleEndian) { bytes.append(contentsOf: $0) }
      return values.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    guard bytes.count - at >= 8 else { throw Self.damage }
    let count = bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    }
    guard count <= UInt64((bytes.count - at - 8) / MemoryLayout<Element>.stride) else { throw Self.damage }
    let range = at + 8..<at + 8 + Int(count) * MemoryLayout<Element>.stride
    self.at = range.upperBound
    values = [Element](unsafeUninitializedCapacity: Int(count)) { values, initialized in
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(values).copyMemory(from: .init(rebasing: $0[range])) }
      initialized = Int(count)
    }
  }

  /// Writes a column, or reads it in its place.
  mutating func pass<Element: BitwiseCopyable>(_ column: inout Column<Element>) throws {
    var values = isReading ? [] : Array(column)
    try pass(&values)
    if isReading { column = Column(values) }
  }
}
