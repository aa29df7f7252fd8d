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
    var (keys, values) = maps.removeValue(forKey: points.task) ?? (MergedValues(table), MergedValues(table))
    var (ownKeys, ownValues) = (MergedValues(own.values), MergedValues(own.values))
    // In variables of their own, so that a column is not looked for at each entry.
    var properties = rows.properties
    rows.properties = LayerProperties()
    let (sharedCount, ownCount) = (UInt64(table.count), UInt64(own.values.count))
    func code(_ code: UInt64) throws -> (index: UInt32, isShared: Bool) {
      let (index, isShared) = (code >> 1, code & 1 == 0)
      guard index < (isShared ? sharedCount : ownCount) else {
        throw PartFault("a point has a value that no table has")
      }
      return (UInt32(index), isShared)
    }
    func value(_ number: UInt32) throws -> UInt32 {
      guard number != LayerRows.noValue else { return number }
      let (index, isShared) = try code(UInt64(number))
      return isShared
        ? values.index(of: index, in: &properties.values) : ownValues.index(of: index, in: &properties.values)
    }
    var at = 0
    for point in 0..<points.count {
      let isWanted = isDrawn(point)
      pairs.removeAll(keepingCapacity: true)
      for _ in 0..<(try Self.next(own.bytes, &at)) {
        let (key, number) = (try code(Self.next(own.bytes, &at)), try code(Self.next(own.bytes, &at)))
        guard isWanted else { continue }
        let own =
          key.isShared
          ? keys.index(of: key.index, in: &properties.keys) : ownKeys.index(of: key.index, in: &properties.keys)
        let value =
          number.isShared
          ? values.index(of: number.index, in: &properties.values)
          : ownValues.index(of: number.index, in: &properties.values)
        Varint.append(UInt64(own), to: &pairs)
        Varint.append(UInt64(value), to: &pairs)
      }
      guard isWanted else { continue }
      properties.append(pairs: pairs)
      rows.ownIDs.append(own.ownIDs[point])
      rows.sourceIDs.append(try value(own.sourceIDs[point]))
      for column in own.extras.indices { rows.extras[column].append(try value(own.extras[column][point])) }
    }
    guard at == own.bytes.count else { throw PartFault("bytes follow the rows of points") }
    rows.properties = properties
    maps[points.task] = (keys, values)
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
  private static func next(_ bytes: [UInt8], _ at: inout Int) throws -> UInt64 {
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
