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
    columns.add(Array(try JSONEncoder().encode(outcome)))
    for layer in outcome.layers { columns.add(layer.rows) }
    return columns.bytes
  }

  /// Reads a slice; its layers have so many columns of extra values.
  package static func outcome(_ bytes: [UInt8], extraColumns: [Int]) throws -> SourceWorker.Outcome {
    var columns = RecordColumnReader(bytes)
    var outcome = try JSONDecoder().decode(SourceWorker.Outcome.self, from: Data(try columns.array() as [UInt8]))
    guard outcome.layers.count == extraColumns.count else { throw RecordColumnReader.damage }
    for (index, count) in extraColumns.enumerated() {
      outcome.layers[index].rows = try columns.rows(extraColumns: count)
    }
    return outcome
  }
}

extension RecordColumns {
  /// Rows with the values that they have.
  fileprivate mutating func add(_ rows: RowBatch) {
    var values = ValueTable()
    let indices = values.merge(rows.properties.values, where: rows.areUsed)
    let mapped = { (index: UInt32) in index == LayerRows.noValue ? index : indices[Int(index)] }
    add([rows.file])
    add(rows.keys)
    add(rows.contents)
    add(rows.ownIDs.values)
    add(rows.sourceIDs.values.map(mapped))
    add(rows.locations)
    for table in [rows.properties.keys, values] {
      let columns = table.columns
      add(columns.kinds)
      add(columns.ends)
      add(columns.arena)
    }
    add(rows.properties.rowEnds)
    add(rows.properties.keyIndices)
    add(rows.properties.valueIndices.map(mapped))
    for column in [rows.pointX, rows.pointY, rows.pointRows, rows.shapeRows] { add(column) }
    for column in [rows.pointLatitudes, rows.radii] { add(column) }
    add(rows.weights)
    for column in rows.extras { add(column.map(mapped)) }
    add(rows.shapes)
  }

  /// Shapes as their kinds, the numbers of their rings, polygons and positions, and these.
  private mutating func add(_ shapes: ShapeColumns) {
    var kinds: [UInt8] = []
    var (counts, ends): ([UInt32], [UInt32]) = ([], [])
    var (x, y): ([Double], [Double]) = ([], [])
    var shape = WorldGeometry(kind: .points)
    for index in 0..<shapes.count {
      shapes.read(index, into: &shape)
      kinds.append(shape.kind.rawValue)
      for list in [shape.ringEnds, shape.polygonEnds] {
        counts.append(UInt32(list.count))
        ends.append(contentsOf: list.lazy.map { UInt32($0) })
      }
      counts.append(UInt32(shape.x.count))
      x += shape.x
      y += shape.y
    }
    add(kinds)
    add(counts)
    add(ends)
    add(x)
    add(y)
  }
}

extension RecordColumnReader {
  fileprivate mutating func rows(extraColumns: Int) throws -> RowBatch {
    var rows = RowBatch(extraColumns: extraColumns)
    rows.file = try (array() as [UInt32]).first ?? 0
    (rows.keys, rows.contents) = (try column(), try column())
    rows.ownIDs = SparseColumn(usual: LayerRows.noID, count: rows.keys.count, values: try column())
    rows.sourceIDs = SparseColumn(usual: LayerRows.noValue, count: rows.keys.count, values: try column())
    rows.locations = try array()
    rows.properties.keys = try ValueTable(kinds: column(), ends: column(), arena: column())
    rows.properties.values = try ValueTable(kinds: column(), ends: column(), arena: column())
    rows.properties.rowEnds = try array()
    (rows.properties.keyIndices, rows.properties.valueIndices) = (try array(), try array())
    (rows.pointX, rows.pointY) = (try column(), try column())
    (rows.pointRows, rows.shapeRows) = (try column(), try column())
    (rows.pointLatitudes, rows.radii) = (try column(), try column())
    rows.weights = try column()
    for index in rows.extras.indices { rows.extras[index] = try column() }
    rows.shapes = try shapes()
    return rows
  }

  private mutating func shapes() throws -> ShapeColumns {
    let (kinds, counts, ends): ([UInt8], [UInt32], [UInt32]) = (try array(), try array(), try array())
    let (x, y): ([Double], [Double]) = (try array(), try array())
    var shapes = ShapeColumns()
    var (end, position) = (0, 0)
    for (index, kind) in kinds.enumerated() {
      var shape = WorldGeometry(kind: WorldGeometry.Kind(rawValue: kind) ?? .points)
      let (rings, polygons) = (end + Int(counts[3 * index]), end + Int(counts[3 * index] + counts[3 * index + 1]))
      let positions = position..<position + Int(counts[3 * index + 2])
      shape.ringEnds = ends[end..<rings].map { Int($0) }
      shape.polygonEnds = ends[rings..<polygons].map { Int($0) }
      (shape.x, shape.y) = (Array(x[positions]), Array(y[positions]))
      shapes.append(shape)
      (end, position) = (polygons, positions.upperBound)
    }
    return shapes
  }
}
