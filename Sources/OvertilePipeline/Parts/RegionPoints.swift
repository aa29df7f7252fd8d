import OvertileClustering

/// The points of a region that tasks have handed over, one record behind another, until they are in order.
///
/// Records are put in order whole, and columns are made of them then: a point in an order that is far from that of its bytes costs one look at
/// memory, and not one for each column.
struct RegionPoints {
  let hasWeights: Bool
  private var records: [UInt8] = []

  /// No points.
  init(hasWeights: Bool) { self.hasWeights = hasWeights }

  private var stride: Int { HandedPoints.stride(hasWeights: hasWeights) }

  /// Adds points, which have weights if these have. O(their number).
  ///
  /// - Parameter isWanted: per point: whether it is added; nil for all.
  mutating func append(_ points: HandedPoints, where isWanted: [Bool]?) {
    guard let isWanted else {
      records += points.records
      return
    }
    points.records.withUnsafeBytes { bytes in
      for point in 0..<points.count where isWanted[point] {
        records.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[point * stride..<(point + 1) * stride]))
      }
    }
  }

  /// The points by ascending rank. Expected O(n).
  ///
  /// - Returns: the nodes, and per node the number of its point in the order in which they were added.
  consuming func sorted() -> (nodes: ShardNodes, order: [UInt32]) {
    let (stride, bytes) = (stride, records)
    let order = ShardNodes.order(keys: HandedPoints.column(bytes, stride: stride, \.key)) { first, second in
      bytes.withUnsafeBytes {
        let (a, b) = (
          HandedPoints.Record($0, at: Int(first) * stride), HandedPoints.Record($0, at: Int(second) * stride)
        )
        return a.content == b.content ? a.number < b.number : a.content < b.content
      }
    }
    let sorted = [UInt8](unsafeUninitializedCapacity: bytes.count) { sorted, initialized in
      let target = UnsafeMutableRawBufferPointer(sorted)
      bytes.withUnsafeBytes { bytes in
        for item in order {
          let record = UnsafeRawBufferPointer(rebasing: bytes[Int(item) * stride..<(Int(item) + 1) * stride])
          UnsafeMutableRawBufferPointer(rebasing: target[initialized..<initialized + stride]).copyMemory(from: record)
          initialized += stride
        }
      }
    }
    return (ShardNodes(records: sorted, hasWeights: hasWeights), order)
  }
}

extension ShardNodes {
  /// The points of records. O(their number).
  fileprivate init(records: [UInt8], hasWeights: Bool) {
    self.init(hasWeights: hasWeights)
    let stride = HandedPoints.stride(hasWeights: hasWeights)
    func column<Value>(_ value: (HandedPoints.Record) -> Value) -> [Value] {
      HandedPoints.column(records, stride: stride, value)
    }
    (keys, contents, points) = (column(\.key), column(\.content), column(\.number))
    (x, y, counts) = (column(\.x), column(\.y), Array(repeating: 1, count: records.count / stride))
    if hasWeights { weights = column(\.weight) }
  }
}

extension HandedPoints {
  /// A value of each of successive records. O(their number).
  fileprivate static func column<Value>(_ records: [UInt8], stride: Int, _ value: (Record) -> Value) -> [Value] {
    [Value](unsafeUninitializedCapacity: records.count / stride) { column, initialized in
      records.withUnsafeBytes { bytes in
        for record in Swift.stride(from: 0, to: bytes.count, by: stride) {
          column.initializeElement(at: initialized, to: value(Record(bytes, at: record)))
          initialized += 1
        }
      }
    }
  }
}
