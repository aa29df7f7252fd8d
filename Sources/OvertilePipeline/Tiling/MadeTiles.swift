import MapMath
import OvertileSearching

/// The tiles that tasks have made, found by their address. Each worker has its own copy, with the segment that it read last.
///
/// Memory: some 100 bytes a segment of 4 MiB, and one segment.
struct MadeTiles: Sendable {
  private struct Stored: Sendable {
    let first: UInt64
    let last: UInt64
    let file: PartFile
    let entry: PartFile.Entry
  }

  /// By the only layer in the tiles: segments in the order of their tiles.
  private let stored: [Int?: [Stored]]
  /// Per layer of the pipeline: the facts about all of its features.
  private let facts: [TagFacts?]
  private var current: (layer: Int?, index: Int, segment: TileSegment?)?

  /// The tiles in a folder of results.
  init(_ parts: PartFolder, _ layers: [any OverlayLayer]) {
    facts = layers.map(\.tagFacts)
    var stored: [Int?: [Stored]] = [:]
    for layer in [nil] + layers.indices.map(Optional.init) {
      stored[layer] = parts.tiles(ofLayer: layer).map { section, file, entry in
        Stored(first: section.numbers[1], last: section.numbers[2], file: file, entry: entry)
      }
    }
    self.stored = stored
  }

  /// A tile, as the segment that has it and its index there; nil if no task made it with so many features, or not with the
  /// facts about all features.
  ///
  /// O(log tiles), and where a segment begins O(its size).
  ///
  /// - Throws: `PipelineError.inputOutput` for damaged results.
  mutating func tile(
    _ tile: TileID, of sheet: TileSheet, features: Int
  ) throws -> (segment: TileSegment, index: Int)? {
    guard let own = stored[sheet.layer] else { return nil }
    let id = tile.hilbertID
    let next = own.partitioningIndex { $0.first > id }
    guard next > 0, id <= own[next - 1].last, let segment = try segment(own[next - 1], sheet.layer, next - 1) else {
      return nil
    }
    let index = segment.tiles.partitioningIndex { $0 >= id }
    guard index < segment.tiles.count, segment.tiles[index] == id, Int(segment.features[index]) == features else {
      return nil
    }
    return (segment, index)
  }

  /// All tiles of a sheet, if tasks have made them all, with the facts about all features.
  ///
  /// - Parameter counts: the numbers of what the layers of the sheet show.
  /// - Throws: `PipelineError.inputOutput` for damaged results.
  func all(of sheet: TileSheet, counts: [TileJobs.LayerPart]) throws -> MadeSheet? {
    let ids = TileID.firstHilbertID(zoom: sheet.zoom)..<TileID.firstHilbertID(zoom: sheet.zoom + 1)
    let own = stored[sheet.layer, default: []].filter { ids.contains($0.first) && ids.contains($0.last) }
    let segments = try own.map { stored in
      MadeSheet.Segment(
        sheet: sheet, file: stored.file, entry: stored.entry,
        columns: try stored.file.readBeginning(stored.entry) { try TileSegment(columns: &$0) })
    }
    let layers = Set(counts.map(\.layer))
    let features = segments.reduce(0) { $0 + $1.columns.features.reduce(0) { $0 + Int($1) } }
    guard !own.isEmpty, features == counts.reduce(0, { $0 + $1.overlays.counts.entries }),
      zip(own, own.dropFirst()).allSatisfy({ $0.last < $1.first }),
      zip(own, segments).allSatisfy({ $0.first == $1.columns.tiles.first && $0.last == $1.columns.tiles.last }),
      segments.allSatisfy({ isUsable($0.columns) && $0.columns.layers.allSatisfy { layers.contains($0.index) } })
    else { return nil }
    return MadeSheet(segments: segments)
  }

  private mutating func segment(_ found: Stored, _ layer: Int?, _ index: Int) throws -> TileSegment? {
    if let current, current.layer == layer, current.index == index { return current.segment }
    current = nil
    let segment = try found.file.read(found.entry) { try TileSegment(&$0) }
    current = (layer, index, isUsable(segment) ? segment : nil)
    return current?.segment
  }

  private func isUsable(_ segment: TileSegment) -> Bool {
    segment.layers.allSatisfy { layer in
      guard facts.indices.contains(layer.index), let all = facts[layer.index] else { return false }
      return all.agree(withThoseOfSome: layer.facts)
    }
  }
}
