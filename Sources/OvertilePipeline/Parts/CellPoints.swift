import OvertileClustering
import OvertileFeatures

/// The points of one layer on their way to the tasks of the first level, with their properties: each is written to its cell once,
/// as it comes.
///
/// Values are shared by all cells of the task as long as they are few; further ones are written to each cell that has them. So what a
/// task of the next step reads for cells of others is bounded. Memory: some 40 bytes a point and its properties.
struct CellPoints {
  private let cellZoom: Int
  private let none: HandedPoints
  private let sendsRows: Bool
  /// By the number of a cell, row after row, for zooms with few cells: its index among `cells` plus one.
  private var table: [UInt32]
  private var indices: [UInt64: Int] = [:]
  private var cells: [Cell] = []
  private var shared = ValueTable()

  /// The greatest zoom whose cells are looked up in a table.
  private static let greatestTableZoom = 9
  /// The most values that are shared, and their bytes.
  static let mostShared = (values: 1 << 15, bytes: 1 << 20)

  /// No points, for cells of a zoom.
  ///
  /// - Parameters:
  ///   - task: the number of the task.
  ///   - extraColumns: the number of columns of extra values in their properties; nil if these are not sent.
  init(cellZoom: Int, task: Int, hasWeights: Bool, extraColumns: Int?) {
    self.cellZoom = cellZoom
    none = HandedPoints(task: task, hasWeights: hasWeights, extraColumns: extraColumns)
    sendsRows = none.rows != nil
    table = cellZoom > Self.greatestTableZoom ? [] : Array(repeating: 0, count: 1 << (2 * cellZoom))
  }

  /// Adds the points of a slice. O(points and their entries).
  ///
  /// - Parameter first: the number of the first of them.
  mutating func append(_ rows: RowBatch, first: UInt64) {
    var (keys, values) = (SharedCodes(rows.properties.keys), SharedCodes(rows.properties.values))
    for (point, row) in rows.pointRows.enumerated() {
      let row = Int(row)
      let cell = cells[index(ofCellAtX: rows.pointX[point], y: rows.pointY[point])]
      cell.points.append(
        key: rows.keys[row], content: rows.contents[row], number: first + UInt64(point), x: rows.pointX[point],
        y: rows.pointY[point], weight: none.hasWeights ? rows.weights[row] : nil)
      if sendsRows { cell.append(row, of: rows, &keys, &values, &shared) }
    }
  }

  @inline(__always)
  private mutating func index(ofCellAtX x: UInt32, y: UInt32) -> Int {
    let cell = ShardTile(zoom: cellZoom, holdingX: x, y: y)
    let number = UInt64(cell.row) << UInt64(cellZoom) | UInt64(cell.column)
    if let known = table.isEmpty ? indices[number] : Int(table[Int(number)]) - 1, known >= 0 { return known }
    cells.append(Cell(number, none))
    if table.isEmpty { indices[number] = cells.count - 1 } else { table[Int(number)] = UInt32(cells.count) }
    return cells.count - 1
  }

  /// Calls a closure with the points of each cell, ascending by row and column.
  func forEachCell(_ body: (ShardTile, HandedPoints) throws -> Void) rethrows {
    let mask = UInt64(1) << UInt64(cellZoom) - 1
    for own in cells.sorted(by: { $0.number < $1.number }) {
      let number = own.number
      let cell = ShardTile(
        zoom: cellZoom, column: UInt32(truncatingIfNeeded: number & mask),
        row: UInt32(truncatingIfNeeded: number >> UInt64(cellZoom)))
      try body(cell, own.all)
    }
  }

  /// The values that cells share; nil if properties are not sent.
  var sharedValues: ValueTable? { sendsRows ? shared : nil }
}

/// The points of a cell while they are collected: a class, so that a point is added without moving columns.
private final class Cell {
  let number: UInt64
  @exclusivity(unchecked)
  var points: HandedPoints
  @exclusivity(unchecked)
  private var rows: HandedPoints.Rows
  private let hasRows: Bool

  init(_ number: UInt64, _ none: HandedPoints) {
    (self.number, points, hasRows) = (number, none, none.rows != nil)
    rows = none.rows ?? HandedPoints.Rows(extras: [])
    points.rows = nil
  }

  /// The points with their properties.
  var all: HandedPoints {
    var all = points
    all.rows = hasRows ? rows : nil
    return all
  }

  /// Adds the properties of a row.
  @inline(__always)
  func append(
    _ row: Int, of batch: RowBatch, _ keys: inout SharedCodes, _ values: inout SharedCodes, _ shared: inout ValueTable
  ) {
    let entries = batch.properties.entries(ofFeature: row)
    Varint.append(UInt64(entries.count), to: &rows.bytes)
    for entry in entries {
      let key = keys.code(batch.properties.keyIndices[entry], &shared, &rows.values)
      let value = values.code(batch.properties.valueIndices[entry], &shared, &rows.values)
      Varint.append(UInt64(key), to: &rows.bytes)
      Varint.append(UInt64(value), to: &rows.bytes)
    }
    rows.ownIDs.append(batch.ownIDs[row])
    let sourceID = batch.sourceIDs[row]
    rows.sourceIDs.append(
      sourceID == LayerRows.noValue ? sourceID : values.code(sourceID, &shared, &rows.values))
    for column in rows.extras.indices {
      let value = batch.extras[column][row]
      rows.extras[column].append(value == LayerRows.noValue ? value : values.code(value, &shared, &rows.values))
    }
  }
}

/// The codes of a slice's values, each found once if it is shared.
private struct SharedCodes {
  private let all: ValueTable
  /// Per value: its code, or `unknown`, or `own` if each cell has its own.
  private var codes: [UInt32]

  private static let (unknown, own) = (UInt32.max, UInt32.max - 1)

  init(_ all: ValueTable) {
    self.all = all
    codes = Array(repeating: Self.unknown, count: all.count)
  }

  @inline(__always)
  mutating func code(_ value: UInt32, _ shared: inout ValueTable, _ cell: inout ValueTable) -> UInt32 {
    let known = codes[Int(value)]
    return known < Self.own ? known : find(value, known, &shared, &cell)
  }

  private mutating func find(
    _ value: UInt32, _ known: UInt32, _ shared: inout ValueTable, _ cell: inout ValueTable
  ) -> UInt32 {
    if known == Self.unknown {
      codes[Int(value)] = shared.intern(value, of: all, within: CellPoints.mostShared).map { $0 * 2 } ?? Self.own
      if codes[Int(value)] != Self.own { return codes[Int(value)] }
    }
    return cell.intern(value, of: all) * 2 + 1
  }
}
