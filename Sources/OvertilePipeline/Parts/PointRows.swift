import OvertileFeatures

/// The rows of the points that a task draws, from those that tasks have handed to it.
struct PointRows {
  private(set) var rows: LayerRows
  private var shared: [Int: ValueTable] = [:]
  /// Per task: its shared values as keys and as values here.
  private var maps: [Int: (keys: MergedValues, values: MergedValues)] = [:]
  private var pairs: [UInt8] = []

  /// Begins without rows.
  init(extraColumns: Int) throws { rows = try LayerRows(extraColumns: extraColumns) }

  /// Begins a file of points with the values that they share, by the number of the task; those of the file before are let go.
  mutating func begin(shared: [Int: ValueTable]) { (self.shared, maps) = (shared, [:]) }

  /// The number of rows.
  var count: Int { rows.count }

  /// Adds the rows of some points. O(entries).
  ///
  /// - Parameter isDrawn: whether a point's row is wanted.
  /// - Throws: `PartFault` for a code without a value.
  mutating func append(_ points: HandedPoints, _ own: HandedPoints.Rows, where isDrawn: (Int) -> Bool) throws {
    guard let table = shared[points.task] else { throw PartFault("the values of task \(points.task) are missing") }
    let merged = maps.removeValue(forKey: points.task) ?? (MergedValues(table), MergedValues(table))
    var (keys, values) = (CodedValues(merged.keys, own.values), CodedValues(merged.values, own.values))
    // In variables of their own, so that a column is not looked for at each entry.
    var properties = rows.properties
    rows.properties = LayerProperties()
    var (at, pairs) = (0, self.pairs)
    try own.bytes.withUnsafeBufferPointer { bytes in
      for point in 0..<points.count {
        let isWanted = isDrawn(point)
        pairs.removeAll(keepingCapacity: true)
        for _ in 0..<(try Self.next(bytes, &at)) {
          let (key, value) = (try Self.next(bytes, &at), try Self.next(bytes, &at))
          guard isWanted else {
            try keys.check(key)
            try values.check(value)
            continue
          }
          Varint.append(UInt64(try keys.index(key, in: &properties.keys)), to: &pairs)
          Varint.append(UInt64(try values.index(value, in: &properties.values)), to: &pairs)
        }
        guard isWanted else { continue }
        properties.append(pairs: pairs)
        rows.ownIDs.append(own.ownIDs[point])
        rows.sourceIDs.append(try values.index(own.sourceIDs[point], in: &properties.values))
        for column in own.extras.indices {
          rows.extras[column].append(try values.index(own.extras[column][point], in: &properties.values))
        }
      }
    }
    guard at == own.bytes.count else { throw PartFault("bytes follow the rows of points") }
    (rows.properties, self.pairs) = (properties, pairs)
    maps[points.task] = (keys.shared, values.shared)
  }

  /// Adds a row without anything, for points that no tile of a task shows.
  mutating func appendBlank() {
    rows.properties.append(pairs: [])
    rows.ownIDs.append(LayerRows.noID)
    rows.sourceIDs.append(LayerRows.noValue)
    for column in rows.extras.indices { rows.extras[column].append(LayerRows.noValue) }
  }

  /// Ends adding rows.
  mutating func finish() throws { try rows.finish() }

  @inline(__always)
  private static func next(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) throws -> UInt64 {
    if at < bytes.count, bytes[at] < 0x80 {
      at += 1
      return UInt64(bytes[at - 1])
    }
    var position = at
    defer { at = position }
    do {
      return try Varint.read {
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
      }
    } catch { throw PartFault("the row of a point is cut short") }
  }
}

/// The indices of values in another table, by the codes of a cell.
private struct CodedValues {
  private(set) var shared: MergedValues
  private var own: MergedValues

  init(_ shared: MergedValues, _ own: ValueTable) { (self.shared, self.own) = (shared, MergedValues(own)) }

  /// Checks that a code has a value.
  @inline(__always)
  func check(_ code: UInt64) throws {
    guard code >> 1 < UInt64(code & 1 == 0 ? shared.count : own.count) else {
      throw PartFault("a point has a value that no table has")
    }
  }

  /// The index of a code's value in the other table, which is always the same one.
  @inline(__always)
  mutating func index(_ code: UInt64, in other: inout ValueTable) throws -> UInt32 {
    try check(code)
    let index = UInt32(truncatingIfNeeded: code >> 1)
    return code & 1 == 0 ? shared.index(of: index, in: &other) : own.index(of: index, in: &other)
  }

  /// The same of a code, or `LayerRows.noValue` for that.
  @inline(__always)
  mutating func index(_ code: UInt32, in other: inout ValueTable) throws -> UInt32 {
    code == LayerRows.noValue ? code : try index(UInt64(code), in: &other)
  }
}
