import OvertileClustering
import OvertileConfiguration
import OvertileFeatures

/// What aggregates need of the points of a task's roots, in the order of `ShardSubtrees`.
struct SubtreeAggregates: Sendable {
  /// The values that occur.
  private(set) var values = ValueTable()
  /// Per aggregate and point: its value, or `LayerRows.noValue`.
  private(set) var columns: [[UInt32]] = []
  /// Per point: the key of its feature, if an aggregate takes the first value; otherwise none.
  private(set) var keys: [UInt64] = []
  /// Per point: its weight, if that decides which value is the first; otherwise none.
  private(set) var weights: [UInt64] = []

  /// Collects the values of points. O(points and their values).
  ///
  /// - Parameters:
  ///   - rows: the rows of the task, whose extra columns are the values of aggregates.
  ///   - pointRows: per point: its row.
  ///   - points: per point: its number among the nodes of the task.
  init(
    _ aggregates: [AggregateConfiguration], _ rows: LayerRows, pointRows: [UInt32], points: [Int], of nodes: ShardNodes
  ) {
    var known = [UInt32](repeating: LayerRows.noValue, count: rows.properties.values.count)
    for column in rows.extras {
      columns.append(
        pointRows.map { row in
          let value = column[Int(row)]
          guard value != LayerRows.noValue else { return value }
          if known[Int(value)] == LayerRows.noValue {
            known[Int(value)] = values.intern(value, of: rows.properties.values)
          }
          return known[Int(value)]
        })
    }
    guard aggregates.contains(where: { $0.operation == .first }) else { return }
    keys = points.map { nodes.keys[$0] }
    if let all = nodes.weights { weights = points.map { all[$0] } }
  }

  /// Writes all columns.
  func encode(_ encoder: inout PartEncoder) {
    values.encode(&encoder)
    encoder.add(list: columns) { $0.add($1) }
    encoder.add(keys)
    encoder.add(weights)
  }

  /// Reads columns, and checks that they fit one another and the points.
  init(_ decoder: inout PartDecoder, aggregateCount: Int, pointCount: Int) throws {
    values = try ValueTable(&decoder)
    columns = try decoder.list { try $0.words() }
    (keys, weights) = (try decoder.longWords(), try decoder.longWords())
    guard columns.count == aggregateCount, columns.allSatisfy({ $0.count == pointCount }),
      columns.allSatisfy({ $0.allSatisfy { $0 < values.count || $0 == LayerRows.noValue } }),
      keys.isEmpty || keys.count == pointCount, weights.isEmpty || weights.count == pointCount
    else { throw PartFault("the values of aggregates do not fit their points") }
  }
}
