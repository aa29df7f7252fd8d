import OvertileClustering
import OvertileFeatures

/// The nodes that the tasks of a step have sent to those of a level: how many points are in each cell, and where the nodes are of the
/// cells that a task needs.
struct HandedNodes {
  /// The points of the cells of a layer, from all tasks.
  private(set) var points: [Int: [ShardTile: Int]] = [:]
  private let files: [PartFile]
  private let level: Int
  /// Per file: the values that points share.
  private var values: [[PartFile.Entry]]
  /// Per file and layer: the nodes of the cells that are needed.
  private var nodes: [[Int: [ShardTile: [PartFile.Entry]]]]

  /// Finds what was sent to a level, and checks that no task is missing. O(sections); memory for the numbers of points alone.
  ///
  /// - Parameter tasks: the number of the tasks that send; nil if only they know.
  /// - Throws: `PipelineError.inputOutput` if what a task has sent is missing.
  init(_ files: [PartFile], level: Int, tasks: Int?) throws {
    (self.files, self.level) = (files, level)
    (values, nodes) = (Array(repeating: [], count: files.count), Array(repeating: [:], count: files.count))
    var (lists, all): ([UInt64: UInt64], Set<UInt64>) = ([:], [])
    for (number, file) in files.enumerated() {
      for entry in try file.entries(where: { $0.isForAll(of: level) }) {
        guard entry.section.kind == .sent else {
          values[number].append(entry)
          continue
        }
        let (task, count) = (entry.section.numbers[1], entry.section.numbers[2])
        all.insert(count)
        guard lists[task] != entry.digest else { continue }
        guard lists[task] == nil else {
          throw PipelineError.inputOutput("\(file.path): a task has sent other nodes before. Make the parts again")
        }
        lists[task] = entry.digest
        let list = try file.read(entry) { try SentNodes(&$0) }
        for index in list.cells.indices {
          points[Int(list.layers[index]), default: [:]][list.cells[index], default: 0] += Int(list.points[index])
        }
      }
    }
    let expected = tasks.map(UInt64.init) ?? all.first ?? 0
    guard expected > 0 else {
      throw PipelineError.inputOutput(
        "level \(level): no file is of a task of level \(level - 1)"
          + (files.first.map { "; is \($0.path) of another step?" } ?? ""))
    }
    guard all.allSatisfy({ $0 == expected }), expected > 0, lists.count == Int(clamping: expected),
      lists.keys.allSatisfy({ $0 < expected })
    else {
      let missing = (0..<min(expected, 1 << 20)).filter { lists[$0] == nil }.map(String.init)
      let names =
        missing.prefix(Self.mostNamed).joined(separator: ", ") + (missing.count > Self.mostNamed ? " and more" : "")
      throw PipelineError.inputOutput(
        "level \(level): there are results of \(lists.count) of \(expected) tasks of the step before: a task is missing"
          + (missing.isEmpty ? "" : " (\(names); they are numbered from 0)"))
    }
  }

  /// The most missing tasks that a message names.
  private static let mostNamed = 5

  /// Finds the nodes of the cells that a task needs, for `read` and `readPoints`. O(sections); memory for those of the cells.
  mutating func find(_ cells: Set<ShardTile>) throws {
    for (number, file) in files.enumerated() {
      let found = try file.entries { section in
        section.kind == .nodes && section.numbers[1] == UInt64(level) && cells.contains(section.tile)
      }
      nodes[number] = [:]
      for entry in found {
        let layer = Int(truncatingIfNeeded: entry.section.numbers[0])
        nodes[number][layer, default: [:]][entry.section.tile, default: []].append(entry)
      }
    }
  }

  /// Whether the nodes are points with their properties.
  var isOfPoints: Bool { level == 0 }

  /// The nodes of a layer in some cells, in the order of files and cells.
  ///
  /// - Parameter take: receives the nodes of one task in one cell.
  /// - Throws: `PipelineError.inputOutput` if some are missing.
  func read(_ cells: [ShardTile], ofLayer layer: Int, _ take: (ShardTile, ShardNodes) throws -> Void) throws {
    func nodes(_ cell: ShardTile, _ decoder: inout PartDecoder) throws -> Int {
      let nodes = try ShardNodes(&decoder)
      try take(cell, nodes)
      return nodes.counts.reduce(0) { $0 + Int($1) }
    }
    try read(cells, ofLayer: layer, begin: { _ in }, nodes)
  }

  /// The points of a layer in some cells, for the first level; see `read`.
  ///
  /// - Parameters:
  ///   - begin: receives the values that the points of each file share, by the number of the task, before these points.
  ///   - take: receives the points of one task in one cell.
  func readPoints(
    _ cells: [ShardTile], ofLayer layer: Int, extraColumns: Int, begin: ([Int: ValueTable]) throws -> Void,
    _ take: (ShardTile, HandedPoints) throws -> Void
  ) throws {
    func points(_ cell: ShardTile, _ decoder: inout PartDecoder) throws -> Int {
      let points = try HandedPoints(&decoder, extraColumns: extraColumns)
      try take(cell, points)
      return points.count
    }
    try read(cells, ofLayer: layer, begin: { try begin(sharedValues(ofFile: $0, layer: layer)) }, points)
  }

  /// The values that the points of a file share, by the number of the task.
  private func sharedValues(ofFile file: Int, layer: Int) throws -> [Int: ValueTable] {
    var tables: [Int: ValueTable] = [:]
    for entry in values[file] where entry.section.numbers[0] == UInt64(layer) {
      let task = Int(clamping: entry.section.numbers[1])
      if tables[task] == nil { tables[task] = try files[file].read(entry) { try ValueTable(&$0) } }
    }
    return tables
  }

  /// Reads the sections of some cells, file by file, so that what belongs to one file is in memory once.
  ///
  /// - Parameters:
  ///   - begin: receives the number of a file before its sections.
  ///   - take: reads a section, and returns the points in it.
  private func read(
    _ cells: [ShardTile], ofLayer layer: Int, begin: (Int) throws -> Void,
    _ take: (ShardTile, inout PartDecoder) throws -> Int
  ) throws {
    var found = [Int](repeating: 0, count: cells.count)
    for (number, file) in files.enumerated() {
      guard let own = nodes[number][layer], cells.contains(where: { own[$0] != nil }) else { continue }
      try begin(number)
      for (index, cell) in cells.enumerated() {
        for entry in own[cell] ?? [] { found[index] += try file.read(entry) { try take(cell, &$0) } }
      }
    }
    for (cell, found) in zip(cells, found) {
      let sent = points[layer]?[cell] ?? 0
      guard found == sent else {
        throw PipelineError.inputOutput(
          "level \(level): \(found) of \(sent) points of cell \(cell.zoom)/\(cell.column)/\(cell.row) of layer \(layer) are "
            + "there: \(found < sent ? "a task is missing" : "a part file is there twice")")
      }
    }
  }
}

extension PartSection {
  /// Whether all tasks of a level read the section.
  fileprivate func isForAll(of level: Int) -> Bool {
    switch kind {
    case .sent: numbers[0] == UInt64(level)
    case .values: level == 0
    default: false
    }
  }
}
