import Foundation
import OvertileFeatures
import OvertileGeoJSON
import TestSupport
import Testing

@Suite("Going on in the middle of a stream")
struct CheckpointTests {
  /// Everything that a splitter yields.
  private struct Slices {
    struct Slice: Equatable {
      let locations: [InputLocation]
      let rejected: [RejectedFeature]
      let texts: [[UInt8]]
    }

    private(set) var all: [Slice] = []
    /// After each slice.
    private(set) var checkpoints: [FeatureSplitter.Checkpoint?] = []
    private(set) var error: GeoJSONError?

    init(_ open: () throws -> FeatureSplitter) {
      do {
        let splitter = try open()
        while let slice = try splitter.next() {
          let texts = (0..<slice.count).map { slice.withText(ofFeature: $0) { Array($0) } }
          all.append(Slice(locations: slice.locations, rejected: slice.rejected, texts: texts))
          checkpoints.append(splitter.checkpoint)
        }
      } catch { self.error = error as? GeoJSONError }
    }
  }

  /// A stream of a seed, and the sizes with which it is split.
  private func stream(
    seed: UInt64, isDamaged: Bool
  ) throws -> (bytes: [UInt8], options: FeatureSplitter.Options, random: SeededRandom) {
    var random = RandomFeatures(random: SeededRandom(seed: seed))
    let framing = FeatureWriter.Framing.allCases.randomElement(using: &random.random) ?? .lines
    var bytes = try written(random.features(Int.random(in: 2...8, using: &random.random)), framing)
    if isDamaged { DamageTests.damage(&bytes, &random.random) }
    let options = FeatureSplitter.Options(
      sliceByteCount: Int.random(in: 1...300, using: &random.random),
      readByteCount: Int.random(in: 1...300, using: &random.random))
    return (bytes, options, random.random)
  }

  @Test("from every checkpoint on the slices and the error are those of one splitter")
  func restOfStream() throws {
    var resumed = 0
    for seed in seeds(1500) {
      let (bytes, options, _) = try stream(seed: seed, isDamaged: seed % 2 == 0)
      let whole = Slices { try FeatureSplitter(.bytes(bytes), options: options) }
      for (number, checkpoint) in whole.checkpoints.enumerated() {
        guard let checkpoint else { continue }
        let coded = try JSONDecoder().decode(FeatureSplitter.Checkpoint.self, from: JSONEncoder().encode(checkpoint))
        #expect(coded == checkpoint && coded.isValid)
        let rest = Slices { try FeatureSplitter(.bytes(bytes), from: coded, options: options) }
        let isEqual = rest.all == Array(whole.all[(number + 1)...])
        #expect(isEqual, "seed \(seed), after slice \(number)")
        #expect(rest.error?.code == whole.error?.code, "seed \(seed), after slice \(number)")
        #expect(rest.error?.byteOffset == whole.error?.byteOffset, "seed \(seed), after slice \(number)")
        #expect(rest.error?.line == whole.error?.line, "seed \(seed), after slice \(number)")
        resumed += 1
      }
    }
    #expect(resumed > 2500, "\(resumed) checkpoints")
  }

  /// The marks of a stream, up to an error, that another splitter goes on with after some slices.
  private static func marks(
    _ bytes: [UInt8], _ options: FeatureSplitter.Options, shareEnd: Int, _ name: Comment
  ) -> (marks: [StreamMark], isShared: Bool) {
    var (marks, slices, isShared): ([StreamMark], Int, Bool) = ([], 0, false)
    func add(_ mark: StreamMark?) { if let mark { marks.append(mark) } }
    do {
      var splitter = try FeatureSplitter(.bytes(bytes), options: options)
      while let slice = try splitter.next() {
        add(slice.mark)
        slices += 1
        guard slices == shareEnd, let checkpoint = splitter.checkpoint else { continue }
        add(splitter.takeRest())
        #expect(marks.last?.range.upperBound == checkpoint.offset, name)
        splitter = try FeatureSplitter(.bytes(bytes), from: checkpoint, options: options)
        isShared = true
      }
      add(splitter.takeRest())
      #expect(marks.last?.range.upperBound == bytes.count, name)
    } catch {}
    return (marks, isShared)
  }

  @Test("the marks of slices and of what follows them are those of all bytes, each once")
  func marks() throws {
    var shared = 0
    for seed in seeds(800) {
      var (bytes, options, random) = try stream(seed: seed, isDamaged: seed % 4 == 0)
      options.marksSlices = true
      let shareEnd = Int.random(in: 1...6, using: &random)
      let (marks, isShared) = Self.marks(bytes, options, shareEnd: shareEnd, "seed \(seed)")
      shared += isShared ? 1 : 0
      var end = 0
      for mark in marks {
        #expect(mark.range.lowerBound == end, "seed \(seed)")
        end = mark.range.upperBound
        #expect(mark.digest == XXHash64.hash(Array(bytes[mark.range])), "seed \(seed), \(mark.range)")
      }
    }
    #expect(shared > 300, "\(shared) shares")
  }

  @Test("a file is read from the middle on; compressed data cannot be")
  func files() throws {
    let folder = try ScratchFolder()
    let text = (0..<20).map { point($0) }.joined(separator: "\n")
    let path = folder.url.appendingPathComponent("in.json").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let options = FeatureSplitter.Options(sliceByteCount: 500, readByteCount: 64)
    let splitter = try FeatureSplitter(.file(path), options: options)
    #expect(splitter.checkpoint == nil)
    _ = try splitter.next()
    let checkpoint = try #require(splitter.checkpoint)
    let rest = Slices { try FeatureSplitter(.file(path), from: checkpoint, options: options) }
    let whole = Slices { try FeatureSplitter(.file(path), options: options) }
    #expect(rest.all == Array(whole.all.dropFirst()) && rest.all.count > 2)
    #expect(throws: GeoJSONError.self) { try FeatureSplitter(.standardInput, from: checkpoint) }
    try Data(gzip(Array(text.utf8))).write(to: URL(fileURLWithPath: path))
    let compressed = try FeatureSplitter(.file(path), options: options)
    _ = try compressed.next()
    #expect(compressed.isInflated && !splitter.isInflated && compressed.takeRest() == nil)
    let inflated = Slices { try FeatureSplitter(.file(path), options: options) }
    #expect(inflated.all == whole.all && inflated.checkpoints.allSatisfy { $0 == nil })
  }
}
