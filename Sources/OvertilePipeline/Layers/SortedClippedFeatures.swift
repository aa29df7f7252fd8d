/// The clipped features of a zoom in tile order, in a file of records of one size, so that any of them can be found by
/// its number.
struct SortedClippedFeatures: Sendable {
  /// The number of clipped features.
  let count: Int
  /// The number of tiles.
  let tileCount: Int
  private let file: SpoolFile
  private let geometries: SpoolFile
  private let view: SpoolView?

  /// The number of records in a chunk when all of them are read.
  private static let runCount = 4096

  /// The tile of a clipped feature.
  func tile(_ index: Int) throws -> UInt64 {
    try records(index..<index + 1)[0].tile
  }

  /// Some successive records.
  func records(_ range: Range<Int>) throws -> [ClippedFeatureRecord] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "records that are there")
    let stride = MemoryLayout<ClippedFeatureRecord>.stride
    return try Self.records(file, at: UInt64(range.lowerBound * stride), count: range.count)
  }

  /// Calls a closure with the packed geometry of a record.
  func withGeometry<R>(_ record: ClippedFeatureRecord, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    if let view {
      let start = Int(record.offset)
      return try body(UnsafeRawBufferPointer(rebasing: view.bytes[start..<start + Int(record.length)]))
    }
    return try withUnsafeTemporaryAllocation(byteCount: Int(record.length), alignment: 1) { bytes in
      try geometries.read(at: record.offset, into: bytes)
      return try body(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Records that lie one after the other in a file.
  static func records(_ file: SpoolFile, at offset: UInt64, count: Int) throws -> [ClippedFeatureRecord] {
    guard count > 0 else { return [] }
    return try [ClippedFeatureRecord](unsafeUninitializedCapacity: count) { buffer, initialized in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      let size = count * MemoryLayout<ClippedFeatureRecord>.stride
      try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<size]))
      initialized = count
    }
  }

  /// Writes sorted records.
  struct Writer {
    private let file: SpoolFile
    private var pending: [ClippedFeatureRecord] = []
    private var count = 0
    private var tileCount = 0
    private var lastTile: UInt64?

    /// Begins with an empty file.
    init(_ file: SpoolFile) {
      self.file = file
      pending.reserveCapacity(SortedClippedFeatures.runCount)
    }

    /// Adds a record.
    mutating func append(_ record: ClippedFeatureRecord) throws {
      if record.tile != lastTile { tileCount += 1 }
      lastTile = record.tile
      pending.append(record)
      if pending.count == SortedClippedFeatures.runCount { try flush() }
    }

    /// Ends adding.
    mutating func finish(geometries: SpoolFile) throws -> SortedClippedFeatures {
      try flush()
      return SortedClippedFeatures(
        count: count, tileCount: tileCount, file: file, geometries: geometries, view: geometries.view())
    }

    private mutating func flush() throws {
      _ = try pending.withUnsafeBytes { try file.append($0) }
      count += pending.count
      pending.removeAll(keepingCapacity: true)
    }
  }
}
