import OvertileClustering
import OvertileFeatures

/// The nodes that the tasks of a step have sent to those of a level: where each cell's are, and how many points are in them.
struct HandedNodes {
  /// The points of the cells of a layer, from all tasks.
  private(set) var points: [Int: [ShardTile: Int]] = [:]
  private let files: [PartFile]
  private let level: Int
  /// Per layer and task that reads: the values that its points share.
  private(set) var sharedValues: [Int: [Int: ValueTable]] = [:]
  private var sections: [Int: [ShardTile: [(file: Int, entry: PartFile.Entry)]]] = [:]

  /// Finds the sections for a level, and checks that no task is missing.
  ///
  /// - Parameter tasks: the number of the tasks that send; nil if only they know.
  /// - Throws: `PipelineError.inputOutput` if what a task has sent is missing.
  init(_ files: [PartFile], level: Int, tasks: Int?) throws {
    (self.files, self.level) = (files, level)
    var (lists, all): ([UInt64: (digest: UInt64, list: SentNodes)], Set<UInt64>) = ([:], [])
    for (number, file) in files.enumerated() {
      for entry in file.entries where entry.section.isFor(level: level) {
        if entry.section.kind == .values {
          let (layer, task) = (Int(clamping: entry.section.numbers[0]), Int(clamping: entry.section.numbers[1]))
          if sharedValues[layer]?[task] == nil {
            sharedValues[layer, default: [:]][task] = try file.read(entry) { try ValueTable(&$0) }
          }
          continue
        }
        guard entry.section.kind == .sent else {
          let (layer, cell) = (Int(truncatingIfNeeded: entry.section.numbers[0]), entry.section.tile)
          sections[layer, default: [:]][cell, default: []].append((number, entry))
          continue
        }
        let (task, count) = (entry.section.numbers[1], entry.section.numbers[2])
        all.insert(count)
        if lists[task]?.digest != entry.digest {
          guard lists[task] == nil else {
            throw PipelineError.inputOutput("\(file.path): a task has sent other nodes before. Make the parts again")
          }
          lists[task] = (entry.digest, try file.read(entry) { try SentNodes(&$0) })
        }
      }
    }
    let expected = tasks.map(UInt64.init) ?? all.first ?? 0
    guard all.allSatisfy({ $0 == expected }), expected > 0, lists.count == Int(clamping: expected),
      lists.keys.allSatisfy({ $0 < expected })
    else {
      throw PipelineError.inputOutput(
        "level \(level): there are results of \(lists.count) of \(expected) tasks of the step before: a task is missing"
      )
    }
    for (_, list) in lists.values {
      for index in list.cells.indices {
        points[Int(list.layers[index]), default: [:]][list.cells[index], default: 0] += Int(list.points[index])
      }
    }
  }

  /// Whether the nodes are points with their properties.
  var isOfPoints: Bool { level == 0 }

  /// The path of a file with nodes of a layer, for messages.
  func path(ofLayer layer: Int) -> String {
    sections[layer]?.values.first?.first.map { files[$0.file].path } ?? "the parts"
  }

  /// The nodes of a layer in some cells, in the order of cells and files.
  ///
  /// - Parameter take: receives the nodes of one task in one cell.
  /// - Throws: `PipelineError.inputOutput` if some are missing.
  func read(_ cells: [ShardTile], ofLayer layer: Int, _ take: (ShardNodes) throws -> Void) throws {
    try read(cells, ofLayer: layer) { _, decoder in
      let nodes = try ShardNodes(&decoder)
      try take(nodes)
      return nodes.counts.reduce(0) { $0 + Int($1) }
    }
  }

  /// The points of a layer in some cells, for the first level; see `read`.
  func readPoints(
    _ cells: [ShardTile], ofLayer layer: Int, extraColumns: Int, _ take: (ShardTile, HandedPoints) throws -> Void
  ) throws {
    try read(cells, ofLayer: layer) { cell, decoder in
      let points = try HandedPoints(&decoder, extraColumns: extraColumns)
      try take(cell, points)
      return points.count
    }
  }

  /// Reads the sections of some cells.
  ///
  /// - Parameter take: reads a section, and returns the points in it.
  private func read(
    _ cells: [ShardTile], ofLayer layer: Int, _ take: (ShardTile, inout PartDecoder) throws -> Int
  ) throws {
    for cell in cells {
      var found = 0
      for (file, entry) in sections[layer]?[cell] ?? [] {
        found += try files[file].read(entry) { try take(cell, &$0) }
      }
      let sent = points[layer]?[cell] ?? 0
      guard found == sent else {
        throw PipelineError.inputOutput(
          "level \(level): \(found) of \(sent) points of cell \(cell.zoom)/\(cell.column)/\(cell.row) of layer \(layer) are "
            + "there: a task is missing")
      }
    }
  }
}

extension PartSection {
  /// Whether tasks of a level read the section.
  fileprivate func isFor(level: Int) -> Bool {
    switch kind {
    case .nodes: numbers[1] == UInt64(level)
    case .sent: numbers[0] == UInt64(level)
    case .values: level == 0
    default: false
    }
  }
}
