import TestSupport
import Testing

@testable import OvertileTileArchive
@testable import OvertileTileArchiveWriting

@Suite struct PMTilesDirectoryTests {
  @Test func writesColumnsOfDifferences() throws {
    let entries = [
      PMTilesEntry(tileID: 5, offset: 0, length: 300, runLength: 1),
      PMTilesEntry(tileID: 7, offset: 300, length: 2, runLength: 200),
      PMTilesEntry(tileID: 300, offset: 0, length: 300, runLength: 1),
    ]
    let bytes: [UInt8] = [3, 5, 2, 0xA5, 2, 1, 0xC8, 1, 1, 0xAC, 2, 2, 0xAC, 2, 1, 0, 1]
    #expect(PMTilesDirectory.encode(entries) == bytes)
    #expect(try PMTilesDirectory.decode(bytes, path: "") == entries)
    #expect(PMTilesDirectory.encode(([entries[2]] + entries)[1...]) == bytes, "a slice counts from its own first entry")
  }

  @Test(
    arguments: [
      [], [1], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1], [1, 5, 1, 1, 0], [1, 5, 1, 0, 1],
      [2, 5, 0, 1, 1, 1, 1, 1, 1], [2, 5, 1, 2, 1, 1, 1, 1, 1], [1, 5, 1, 1, 1, 9],
      [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 1, 1],
      [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2, 1, 1, 1],
      [1, 5, 0x80, 0x80, 0x80, 0x80, 0x10, 1, 1],
      // An entry that ends beyond 64 bits.
      [1, 5, 1, 2, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
    ] as [[UInt8]]) func rejects(bytes: [UInt8])
  {
    DamagedFiles.keep(.directory, bytes, .rejected, "\(bytes)")
    #expect(throws: ArchiveError.self) { try PMTilesDirectory.decode(bytes, path: "") }
  }

  @Test func anyBytesThatDecodeEncodeToEqualEntries() throws {
    for seed in seeds(2000) {
      var random = SeededRandom(seed: seed)
      let count = Int.random(in: 0...4, using: &random)
      let bytes = [UInt8(count)] + (0..<4 * count).map { _ in UInt8.random(in: 0...9, using: &random) }
      guard let entries = try? PMTilesDirectory.decode(bytes, path: "") else { continue }
      let again = try PMTilesDirectory.decode(PMTilesDirectory.encode(entries), path: "")
      #expect(again == entries, "seed \(seed)")
    }
  }

  @Test func rootAlwaysFitsAndLeavesDoNotDependOnThreads() throws {
    var compressor = try GzipCompressor(level: 1)
    var random = SeededRandom(seed: 1)
    var entries: [PMTilesEntry] = []
    var (id, offset): (UInt64, UInt64) = (0, 0)
    for _ in 0..<40_000 {
      let length = UInt32.random(in: 1...UInt32.max, using: &random)
      entries.append(PMTilesEntry(tileID: id, offset: offset, length: length, runLength: 1))
      id += UInt64.random(in: 1...1_000_000, using: &random)
      offset += UInt64(length)
    }
    let all = entries
    let directories = try PMTilesDirectories(count: all.count, { Array(all[$0]) }, &compressor)
    #expect(directories.root.count <= 16_257 && !directories.leaves.isEmpty)
    for threads in [2, 3, 64] {
      let others = try PMTilesDirectories(count: all.count, threads: threads, { Array(all[$0]) }, &compressor)
      #expect(others.root == directories.root && others.leaves == directories.leaves, "\(threads) threads")
    }
  }
}
