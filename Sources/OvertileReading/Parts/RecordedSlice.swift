import Foundation
import MapMath
import OvertileCore
import OvertileShapes

/// The results of a slice as bytes: counts and entries as JSON, then the rows of each layer as columns.
///
/// Another process takes it as if it had read the slice itself.
package enum RecordedSlice {
  /// Writes a slice down.
  package static func bytes(_ outcome: SourceWorker.Outcome) throws -> [UInt8] {
    var columns = RecordColumns()
    var numbers = Array(try JSONEncoder().encode(outcome))
    try columns.pass(&numbers)
    for layer in outcome.layers {
      var rows = layer.rows.withoutUnusedValues
      try columns.pass(&rows)
    }
    return columns.bytes
  }

  /// Reads a slice; its layers have so many columns of extra values.
  package static func outcome(_ bytes: [UInt8], extraColumns: [Int]) throws -> SourceWorker.Outcome {
    var columns = RecordColumns(reading: bytes)
    var numbers: [UInt8] = []
    try columns.pass(&numbers)
    var outcome = try JSONDecoder().decode(SourceWorker.Outcome.self, from: Data(numbers))
    guard outcome.layers.count == extraColumns.count else { throw RecordColumns.damage }
    for (index, count) in extraColumns.enumerated() {
      var rows = RowBatch(extraColumns: count)
      rows.file = outcome.file
      try columns.pass(&rows)
      outcome.layers[index].rows = rows
    }
    return outcome
  }
}

extension RowBatch {
  /// The same rows, with a table of those values only that they have.
  fileprivate var withoutUnusedValues: RowBatch {
    var rows = self
    rows.properties.values = ValueTable()
    let indices = rows.properties.values.merge(properties.values, where: areUsed)
    let mapped = { (index: UInt32) in index == Self.noValue ? index : indices[Int(index)] }
    rows.properties.valueIndices = properties.valueIndices.map(mapped)
    rows.sourceIDs.values = sourceIDs.values.map(mapped)
    rows.extras = extras.map { $0.map(mapped) }
    return rows
  }
}

extension RecordColumns {
  /// Writes rows of a file, or reads them.
  fileprivate mutating func pass(_ rows: inout RowBatch) throws {
    typealias Rows = RowBatch
    for column in [\Rows.keys, \.contents, \.weights, \.ownIDs.values] { try pass(&rows[keyPath: column]) }
    for column in [\Rows.pointX, \.pointY, \.pointRows, \.shapeRows, \.sourceIDs.values] {
      try pass(&rows[keyPath: column])
    }
    for column in [\Rows.pointLatitudes, \.radii] { try pass(&rows[keyPath: column]) }
    (rows.ownIDs.count, rows.sourceIDs.count) = (rows.keys.count, rows.keys.count)
    try pass(&rows.locations)
    for table in [\Rows.properties.keys, \.properties.values] { try pass(&rows[keyPath: table]) }
    for column in [\Rows.properties.rowEnds, \.properties.keyIndices, \.properties.valueIndices] {
      try pass(&rows[keyPath: column])
    }
    for index in rows.extras.indices { try pass(&rows.extras[index]) }
    try pass(&rows.shapes)
  }

  private mutating func pass(_ table: inout ValueTable) throws {
    var (kinds, ends, arena) = table.columns
    try pass(&kinds)
    try pass(&ends)
    try pass(&arena)
    if isReading { table = ValueTable(kinds: kinds, ends: ends, arena: arena) }
  }

  /// Shapes, each as its kind, the numbers of its rings, polygons and positions, and these.
  private mutating func pass(_ shapes: inout ShapeColumns) throws {
    var numbers: [Double] = []
    for index in 0..<shapes.count {
      let shape = shapes[index]
      let counts = [Int(shape.kind.rawValue), shape.ringEnds.count, shape.polygonEnds.count, shape.x.count]
      for integers in [counts, shape.ringEnds, shape.polygonEnds] { numbers += integers.map(Double.init) }
      numbers += shape.x + shape.y
    }
    try pass(&numbers)
    var rest = isReading ? numbers[...] : []
    func take(_ count: Int) -> ArraySlice<Double> {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    while !rest.isEmpty {
      let counts = take(4).map { Int($0) }
      var shape = WorldGeometry(kind: WorldGeometry.Kind(rawValue: UInt8(counts[0])) ?? .points)
      (shape.ringEnds, shape.polygonEnds) = (take(counts[1]).map { Int($0) }, take(counts[2]).map { Int($0) })
      (shape.x, shape.y) = (Array(take(counts[3])), Array(take(counts[3])))
      shapes.append(shape)
    }
  }
}
