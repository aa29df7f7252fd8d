import TestSupport
import Testing

@testable import OvertileTileArchive
@testable import OvertileTileArchiveWriting

@Suite struct LateCompressionTests {
  @Test func theArchiveIsThatOfCompressedTiles() throws {
    for seed in seeds(5) {
      let scratch = try Scratch()
      var random = SeededRandom(seed: seed)
      let tiles = try StoredTile.random(3000, &random)
      var compressor = try GzipCompressor(level: 6)
      let early = try PMTilesWriter(path: scratch.path("early"), compression: .gzip)
      for tile in tiles { try early.append(tile.id, try compressor.compress(tile.bytes)) }
      let expected = try early.finish(.example)

      let late = try PMTilesWriter(path: scratch.path("late"), compression: .none)
      for tile in tiles { try late.append(tile.id, tile.bytes) }
      let stored = try late.storedTiles()
      try late.compress { append in
        for index in 0..<stored.count {
          try compressor.compress(stored.bytes(index)).withUnsafeBytes { try append($0) }
        }
      }
      var sizes: [Int] = []
      late.forEachTile { _, bytes, _ in sizes.append(bytes) }
      let areSizes = try sizes == tiles.map { try compressor.compress($0.bytes).count }
      #expect(try late.finish(.example) == expected && areSizes, "seed \(seed)")
      let isSame = try scratch.bytes("late") == scratch.bytes("early")
      #expect(
        try scratch.names == ["early", "late"] && isSame && stored.count == expected.tileContents, "seed \(seed)")
    }
  }

  @Test func membersThatAreMissingAreRejected() throws {
    let scratch = try Scratch()
    var random = SeededRandom(seed: 1)
    let writer = try PMTilesWriter(path: scratch.path("a"), compression: .none)
    for tile in try StoredTile.random(20, &random) { try writer.append(tile.id, tile.bytes) }
    #expect(throws: ArchiveError.self) { try writer.compress { _ in } }
  }

  @Test func equalTilesCountOnceInATrial() throws {
    var trial = try CompressionTrial()
    for _ in 0..<1000 { try trial.add([1, 2, 3]) }
    #expect(trial.count == 1 && trial.plainBytes == 3)
    try trial.add(Array(repeating: 7, count: 5000))
    #expect(trial.choice == .gzip && !trial.isDoubtful)
  }
}
