import TestSupport
import Testing

@testable import OvertileTileArchive

@Suite struct JoinedTileTests {
  @Test func appendsVectorTiles() throws {
    let none = try JoinedTile.join([], .vectorTile)
    #expect(try JoinedTile.join([[1, 2], [3], [4, 5]], .vectorTile) == [1, 2, 3, 4, 5] && none == nil)
    #expect(try JoinedTile.join([[1, 2]], .other("png")) == [1, 2])
    #expect(throws: ArchiveError.self) { try JoinedTile.join([[1, 2], [3]], .vectorTile, limit: 2) }
    #expect(throws: ArchiveError.self) { try JoinedTile.join([[1], [2]], .other("png")) }
  }

  /// Runs of several archives against the tiles that each has, one by one.
  @Test func runsCoverEachTileOnce() throws {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      var expected: [UInt64: [Int]] = [:]
      var bytes: [UInt64: Int] = [:]
      let parts = (0..<Int.random(in: 1...4, using: &random)).map { part -> [StoredRun] in
        var start = UInt64.random(in: 0...5, using: &random)
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in
          let run = StoredRun(
            ids: start..<start + UInt64.random(in: 1...4, using: &random), bytes: Int.random(in: 1...9, using: &random))
          for id in run.ids {
            expected[id, default: []].append(part)
            bytes[id, default: 0] += run.bytes
          }
          start = run.ids.upperBound + UInt64.random(in: 0...3, using: &random)
          return run
        }
      }
      var found: [UInt64: [Int]] = [:]
      var last: UInt64 = 0
      try RunMerge(parts).forEachRun { run in
        let isSum = run.ids.allSatisfy { run.bytes == bytes[$0] }
        #expect(isSum && run.ids.lowerBound >= last && !run.ids.isEmpty, "seed \(seed): ascending, without overlaps")
        last = run.ids.upperBound
        for id in run.ids { found[id] = run.parts }
      }
      #expect(found == expected, "seed \(seed)")
    }
  }
}
