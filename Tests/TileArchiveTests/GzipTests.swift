import TestSupport
import Testing

@testable import OvertileTileArchive
@testable import OvertileTileArchiveWriting

@Suite struct GzipTests {
  @Test func readsBackWhatWasCompressed() throws {
    for seed in seeds(8) {
      var random = SeededRandom(seed: seed)
      var compressor = try GzipCompressor(level: Int.random(in: 1...12, using: &random))
      for size in [0, 1, 100, 70_000, 300_000].shuffled(using: &random).prefix(3) {
        let limit = UInt8.random(in: 1...255, using: &random)
        let bytes = (0..<size).map { _ in UInt8.random(in: 0...limit, using: &random) }
        let packed = try compressor.compress(bytes)
        let isSame = try Gunzip.decompress(packed, limit: size) == bytes
        let isSameOfTwo = try Gunzip.decompress(packed + packed) == bytes + bytes
        #expect(isSame && isSameOfTwo, "seed \(seed)")
      }
    }
  }

  @Test func writesAHeaderWithoutTimeOrSystem() throws {
    for level in [1, 6, 12] {
      var compressor = try GzipCompressor(level: level)
      let packed = try compressor.compress(Array(repeating: 5, count: 1000))
      #expect(packed[..<8] == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0] && packed[9] == 255)
    }
  }

  @Test func rejectsWhatIsNotGzip() throws {
    var compressor = try GzipCompressor()
    let packed = try compressor.compress(Array(repeating: 5, count: 1_000_000))
    #expect(throws: ArchiveError.self) { try Gunzip.decompress(packed, limit: 999_999) }
    for bytes in [[], [1, 2, 3]] as [[UInt8]] {
      #expect(throws: ArchiveError.self) { try Gunzip.decompress(bytes) }
    }
    DamagedFiles.keep(.gzip, [1, 2, 3], .rejected)
    DamagedFiles.keep(.gzip, packed, .rejected, "more than the limit")
    for cut in stride(from: 1, to: packed.count, by: 97) {
      DamagedFiles.keep(.gzip, Array(packed[..<cut]), .rejected, "\(cut) bytes")
      #expect(throws: ArchiveError.self) { try Gunzip.decompress(Array(packed[..<cut])) }
    }
    var spoiled = packed
    spoiled[spoiled.count - 8] ^= 1
    DamagedFiles.keep(.gzip, spoiled, .rejected, "another checksum")
    #expect(throws: ArchiveError.self) { try Gunzip.decompress(spoiled) }
  }

  @Test func compressesWhereItPays() throws {
    var trial = try CompressionTrial()
    #expect(trial.choice == TileCompression.none)
    var random = SeededRandom(seed: 1)
    try trial.add((0..<110).map { _ in UInt8.random(in: 0...255, using: &random) })
    #expect(trial.choice == TileCompression.none)
    try trial.add(Array(repeating: 1, count: 5000))
    #expect(trial.choice == .gzip)
    #expect(trial.plainBytes == 5110 && trial.gzipBytes < 300)
  }

  @Test func aSavingOfLessThanATenthDoesNotPay() throws {
    var random = SeededRandom(seed: 2)
    let noise = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) }
    var trial = try CompressionTrial()
    try trial.add(noise + Array(repeating: 1, count: 200))
    #expect(trial.gzipBytes * 100 < trial.plainBytes * 95, "a saving, but a small one")
    #expect(trial.choice == TileCompression.none)
    try trial.add(Array(repeating: 1, count: 200))
    #expect(trial.choice == .gzip)
  }
}
