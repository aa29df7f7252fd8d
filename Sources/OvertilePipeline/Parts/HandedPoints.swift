import OvertileClustering
import OvertileFeatures

/// Points of one cell from one task that reads, as they are handed to tasks of the first level: bytes that were written point by
/// point, so that neither side touches a column more than once.
struct HandedPoints: Sendable {
  /// The number of the task, whose shared values are meant.
  let task: Int
  let hasWeights: Bool
  private(set) var count = 0
  /// Per point: the key and the digest of its feature, its number, x and y in 32 bytes, and 8 more for its weight.
  private(set) var records: [UInt8] = []
  /// The properties; nil if tasks draw nothing of the layer.
  var rows: Rows?

  /// The properties of points. Values are named by codes: twice the index of a shared one, or of one here plus one.
  struct Rows: Sendable {
    /// Per point: the feature's own id; see `LayerRows`.
    var ownIDs = SparseColumn(usual: LayerRows.noID)
    /// Per point: the code of any other id, or `LayerRows.noValue`.
    var sourceIDs = SparseColumn(usual: LayerRows.noValue)
    /// Per column of extra values and point: the code of the value, or `LayerRows.noValue`.
    var extras: [[UInt32]]
    /// The values that are not shared.
    var values = ValueTable()
    /// Per point: the number of its entries, and for each the codes of key and value; all varints.
    var bytes: [UInt8] = []
  }

  /// No points.
  init(task: Int, hasWeights: Bool, extraColumns: Int?) {
    (self.task, self.hasWeights) = (task, hasWeights)
    rows = extraColumns.map { Rows(extras: Array(repeating: [], count: $0)) }
  }

  private static let (recordBytes, weightBytes) = (32, 8)

  /// The bytes of a record.
  static func stride(hasWeights: Bool) -> Int { recordBytes + (hasWeights ? weightBytes : 0) }

  private var stride: Int { Self.stride(hasWeights: hasWeights) }

  /// Adds a point without its properties.
  @inline(__always)
  mutating func append(key: UInt64, content: UInt64, number: UInt64, x: UInt32, y: UInt32, weight: UInt64?) {
    withUnsafeTemporaryAllocation(byteCount: Self.recordBytes + Self.weightBytes, alignment: 8) { record in
      record.storeBytes(of: key.littleEndian, as: UInt64.self)
      record.storeBytes(of: content.littleEndian, toByteOffset: 8, as: UInt64.self)
      record.storeBytes(of: number.littleEndian, toByteOffset: 16, as: UInt64.self)
      record.storeBytes(of: x.littleEndian, toByteOffset: 24, as: UInt32.self)
      record.storeBytes(of: y.littleEndian, toByteOffset: 28, as: UInt32.self)
      if let weight { record.storeBytes(of: weight.littleEndian, toByteOffset: 32, as: UInt64.self) }
      records.append(contentsOf: UnsafeRawBufferPointer(rebasing: record[..<stride]))
    }
    count += 1
  }

  /// Writes all bytes.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(task)
    encoder.add(hasWeights)
    encoder.add(count)
    encoder.add(records)
    encoder.add(optional: rows) { encoder, rows in
      encoder.add(sparse: rows.ownIDs) { $0.add($1) }
      encoder.add(sparse: rows.sourceIDs) { $0.add(UInt64($1)) }
      encoder.add(list: rows.extras) { $0.add($1) }
      rows.values.encode(&encoder)
      encoder.add(rows.bytes)
    }
  }

  /// Reads points; `PointRows` checks the codes.
  init(_ decoder: inout PartDecoder, extraColumns: Int) throws {
    task = try decoder.int()
    hasWeights = try decoder.bool()
    count = try decoder.int()
    records = try decoder.byteColumn()
    guard records.count % stride == 0, count == records.count / stride else {
      throw PartFault("\(records.count) bytes of \(count) points")
    }
    rows = try decoder.optional { [count] decoder in
      let ownIDs = try decoder.sparse(usual: LayerRows.noID, count: count) { try $0.number() }
      let sourceIDs = try decoder.sparse(usual: LayerRows.noValue, count: count) {
        UInt32(truncatingIfNeeded: try $0.number())
      }
      let extras = try decoder.list { try $0.words() }
      guard extras.count == extraColumns, extras.allSatisfy({ $0.count == count }) else {
        throw PartFault("the columns of points' properties do not fit one another")
      }
      return Rows(
        ownIDs: ownIDs, sourceIDs: sourceIDs, extras: extras, values: try ValueTable(&decoder),
        bytes: try decoder.byteColumn())
    }
  }
}

extension HandedPoints {
  /// The record of a point among bytes, read as it is needed.
  struct Record {
    private let bytes: UnsafeRawBufferPointer
    private let start: Int

    /// The record at an offset; the bytes must hold it while it is used.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, at start: Int) { (self.bytes, self.start) = (bytes, start) }

    var key: UInt64 { word(0) }
    var content: UInt64 { word(8) }
    var number: UInt64 { word(16) }
    var x: UInt32 { UInt32(truncatingIfNeeded: word(24)) }
    var y: UInt32 { UInt32(truncatingIfNeeded: word(24) >> 32) }
    /// The weight; only in records that have one.
    var weight: UInt64 { word(32) }

    @inline(__always)
    private func word(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self))
    }
  }

  /// The position of a point.
  @inline(__always)
  func position(_ point: Int) -> (x: UInt32, y: UInt32) {
    records.withUnsafeBytes {
      let record = Record($0, at: point * stride)
      return (record.x, record.y)
    }
  }
}
