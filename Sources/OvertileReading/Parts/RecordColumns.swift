import OvertileCore

/// Columns one after the other, as the bytes of a record: the number of values, then these. Little-endian.
package struct RecordColumns {
  /// The bytes.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Adds a column.
  package mutating func add<Element: BitwiseCopyable>(_ column: some Collection<Element>) {
    let values = Array(column)
    withUnsafeBytes(of: UInt64(values.count).littleEndian) { bytes.append(contentsOf: $0) }
    values.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }
}

/// Reads what `RecordColumns` wrote.
package struct RecordColumnReader {
  private let bytes: [UInt8]
  private var at = 0

  /// Begins at the first column of a record.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The error of a record that was written by another rule: its digest was right.
  package static let damage = PipelineError.inconsistent(
    "a record of a part is intact but cannot be read; this is a bug in overtile")

  /// The next column.
  package mutating func array<Element: BitwiseCopyable>() throws -> [Element] {
    guard bytes.count - at >= 8 else { throw Self.damage }
    let count = bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    }
    guard count <= UInt64((bytes.count - at - 8) / MemoryLayout<Element>.stride) else { throw Self.damage }
    let range = at + 8..<at + 8 + Int(count) * MemoryLayout<Element>.stride
    at = range.upperBound
    return [Element](unsafeUninitializedCapacity: Int(count)) { values, initialized in
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(values).copyMemory(from: .init(rebasing: $0[range])) }
      initialized = Int(count)
    }
  }

  /// The next column.
  mutating func column<Element: BitwiseCopyable>() throws -> Column<Element> {
    Column(try array() as [Element])
  }
}
