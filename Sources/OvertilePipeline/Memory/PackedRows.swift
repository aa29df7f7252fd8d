import COvertileMemory

/// Rows of bytes one after the other, in memory or in a file, found by their number.
///
/// Rows are in groups. The offset of each group is kept, in 8 bytes a group, so finding a row means skipping those
/// before it in its group. The owner knows what the bytes mean, and where in a group a row ends. One thread adds rows
/// and ends with `finish`; then any thread may read.
struct PackedRows: Sendable {
  /// Rows per group.
  let groupSize: Int
  /// The number of rows.
  private(set) var count = 0
  private var file: SpoolFile?
  /// Per group: the offset of its first byte.
  private var starts: [UInt64] = []
  /// The number of bytes in the file.
  private var written: UInt64 = 0
  /// The bytes after those.
  private var bytes: [UInt8] = []

  /// The least number of bytes that go to the file at once.
  private static let pendingBytes = 1 << 18
  /// The approximate number of bytes in a chunk when all rows are read.
  private static let runBytes: UInt64 = 1 << 16

  /// Makes an empty collection, in a file if one is passed.
  init(groupSize: Int, file: SpoolFile? = nil) {
    self.groupSize = groupSize
    self.file = file
  }

  /// Takes rows in groups of one.
  ///
  /// - Parameters:
  ///   - lengths: per row: the number of its bytes.
  ///   - bytes: those of all rows, one after the other.
  init(lengths: [UInt32], bytes: [UInt8]) {
    (groupSize, count, self.bytes) = (1, lengths.count, bytes)
    starts.reserveCapacity(count)
    var start: UInt64 = 0
    for length in lengths {
      starts.append(start)
      start += UInt64(length)
    }
  }

  /// Reserves memory for as many rows and bytes as others have.
  mutating func reserve(asMuchAs other: PackedRows) {
    starts.reserveCapacity(other.starts.count)
    bytes.reserveCapacity(other.bytes.count)
  }

  /// Adds a row: the closure appends its bytes; its argument says whether the row is the first of its group.
  @inline(__always)
  mutating func append(_ write: (_ isFirst: Bool, inout [UInt8]) -> Void) {
    let isFirst = count % groupSize == 0
    if isFirst { starts.append(end) }
    write(isFirst, &bytes)
    count += 1
  }

  /// Adds the rows of others, which are in memory, in groups of the same size; those here are whole groups.
  mutating func append(_ other: PackedRows) {
    precondition(
      groupSize == other.groupSize && count % groupSize == 0 && other.file == nil, "rows in memory, after whole groups")
    let base = end
    starts.append(contentsOf: other.starts.lazy.map { base + $0 })
    bytes += other.bytes
    count += other.count
  }

  /// Moves added rows into the file, if there is one and they are many; to be called now and then.
  mutating func spill() throws {
    if bytes.count >= Self.pendingBytes { try flush() }
  }

  /// Ends adding, so that rows can be read.
  mutating func finish() throws {
    try flush()
    if file != nil { bytes = [] }
  }

  private mutating func flush() throws {
    guard let file else { return }
    try bytes.withUnsafeBytes { _ = try file.append($0) }
    written += UInt64(bytes.count)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Moves the rows from the file into memory, if they are in one; after `finish`.
  mutating func takeIntoMemory() throws {
    guard let file else { return }
    var taken = [UInt8](repeating: 0, count: Int(written))
    try taken.withUnsafeMutableBytes { try file.read(at: 0, into: $0) }
    (self.file, written, bytes) = (nil, 0, taken)
  }

  /// The bytes of all rows, in memory and in the file.
  var totalByteCount: Int { Int(end) }

  private var end: UInt64 { written + UInt64(bytes.count) }

  /// Whether the rows are in memory.
  var isInMemory: Bool { file == nil }

  /// The bytes that are in memory.
  var byteCount: Int { bytes.count }

  /// Calls a closure with the bytes that are in memory.
  func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes(body)
  }

  /// The range of a row's bytes, in groups of one.
  func range(ofRow row: Int) -> Range<UInt64> { start(row)..<start(row + 1) }

  /// Calls a closure with the bytes of a row's group, and the row's number in it.
  @inline(__always)
  func withGroup<R>(ofRow row: Int, _ body: (UnsafeRawBufferPointer, Int) throws -> R) throws -> R {
    let group = row / groupSize
    return try with(start(group)..<start(group + 1)) { try body($0, row - group * groupSize) }
  }

  /// Has the processor fetch the beginning of a row's group, if rows are in memory: for readers of rows that lie anywhere.
  @inline(__always)
  func prefetch(row: Int) {
    bytes.withUnsafeBytes { bytes in
      let start = starts[row / groupSize]
      guard file == nil, let base = bytes.baseAddress else { return }
      overtile_memory_prefetch(base + Int(start))
    }
  }

  /// Calls a closure with the bytes of all rows, some whole groups at a time.
  func forEachRun(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var group = 0
    while group < starts.count {
      var end = group + 1
      while end < starts.count, start(end) - starts[group] < Self.runBytes { end += 1 }
      try with(starts[group]..<start(end), body)
      group = end
    }
  }

  private func start(_ group: Int) -> UInt64 {
    group < starts.count ? starts[group] : end
  }

  @inline(__always)
  private func with<R>(_ range: Range<UInt64>, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard let file else {
      return try bytes.withUnsafeBytes {
        try body(UnsafeRawBufferPointer(rebasing: $0[Int(range.lowerBound)..<Int(range.upperBound)]))
      }
    }
    return try withUnsafeTemporaryAllocation(byteCount: range.count, alignment: 1) { buffer in
      try file.read(at: range.lowerBound, into: buffer)
      return try body(UnsafeRawBufferPointer(buffer))
    }
  }
}
