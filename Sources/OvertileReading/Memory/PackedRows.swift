import COvertileSystem
import OvertileCore

/// Rows of bytes one after the other, found by their number.
///
/// Rows are in groups. The offset of each group is kept, in 8 bytes a group, so finding a row means skipping those
/// before it in its group. The owner knows what the bytes mean, and where in a group a row ends. One thread adds rows;
/// then any thread may read.
@usableFromInline
package struct PackedRows: Sendable {
  /// Rows per group.
  @usableFromInline package let groupSize: Int
  /// The number of rows.
  @usableFromInline package internal(set) var count = 0
  /// Per group: the offset of its first byte.
  @usableFromInline var starts: Column<UInt64> = []
  @usableFromInline var bytes: Column<UInt8> = []

  /// Makes an empty collection.
  package init(groupSize: Int) { self.groupSize = groupSize }

  /// Reserves memory for as many rows and bytes as others have.
  package mutating func reserve(asMuchAs other: PackedRows) {
    starts.reserveCapacity(other.starts.count)
    bytes.reserveCapacity(other.bytes.count)
  }

  /// Adds a row: the closure appends its bytes; its argument says whether the row is the first of its group.
  @inlinable @inline(__always)
  package mutating func append(_ write: (_ isFirst: Bool, inout Column<UInt8>) -> Void) {
    let isFirst = count % groupSize == 0
    if isFirst { starts.append(UInt64(bytes.count)) }
    write(isFirst, &bytes)
    count += 1
  }

  /// Adds the rows of others in groups of the same size; those here are whole groups.
  package mutating func append(_ other: PackedRows) {
    precondition(groupSize == other.groupSize && count % groupSize == 0, "rows after whole groups")
    let base = UInt64(bytes.count)
    starts.append(contentsOf: other.starts.lazy.map { base + $0 })
    bytes += other.bytes
    count += other.count
  }

  /// Calls a closure with the bytes of all rows.
  func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes(body)
  }

  /// Calls a closure with the bytes of a row's group, and the row's number in it.
  @inlinable @inline(__always)
  package func withGroup<R>(ofRow row: Int, _ body: (UnsafeRawBufferPointer, Int) throws -> R) rethrows -> R {
    let group = row / groupSize
    let range = Int(starts[group])..<(group + 1 < starts.count ? Int(starts[group + 1]) : bytes.count)
    return try bytes.withUnsafeBytes {
      try body(UnsafeRawBufferPointer(rebasing: $0[range]), row - group * groupSize)
    }
  }

  /// Has the processor fetch the beginning of a row's group: for readers of rows that lie anywhere.
  @inline(__always)
  func prefetch(row: Int) {
    bytes.withUnsafeBytes { bytes in
      let start = starts[row / groupSize]
      guard let base = bytes.baseAddress else { return }
      overtile_memory_prefetch(base + Int(start))
    }
  }
}
