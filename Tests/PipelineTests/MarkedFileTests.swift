import Foundation
import OvertileFeatures
import OvertileGeoJSON
import TestSupport
import Testing

@testable import OvertilePipeline

/// A file that tasks have read is known again by its bytes, and by nothing less.
@Suite struct MarkedFileTests {
  /// Every byte counts, also those between slices and behind the last one.
  @Test func everyByteIsCompared() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("in.json").path
    for seed in seeds(40) {
      var random = SeededRandom(seed: seed)
      let bytes = (0..<Int.random(in: 4...2000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let shares = Self.shares(bytes, &random)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let file = try #require(MarkedFile(path, shares), "seed \(seed)")
      #expect(file.byteCount == bytes.count)
      for slice in Self.slices(file) { #expect(try file.holds(slice), "seed \(seed)") }
      for _ in 0..<20 {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        var changed = bytes
        changed[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        try Data(changed).write(to: URL(fileURLWithPath: path))
        let other = try #require(MarkedFile(path, shares))
        let wrong = try Self.slices(other).filter { try !other.holds($0) }
        #expect(wrong.count == 1, "seed \(seed), byte \(at)")
        #expect(
          wrong.allSatisfy { $0.bytes.range.contains(at) || $0.rest?.range.contains(at) == true },
          "seed \(seed), byte \(at)")
      }
      for size in [bytes.count - 1, bytes.count + 1] {
        try Data((bytes + [0]).prefix(size)).write(to: URL(fileURLWithPath: path))
        #expect(MarkedFile(path, shares) == nil, "seed \(seed), \(size) bytes")
      }
    }
  }

  /// Shares that do not fit one another, or in which there is more to tell, have the file split.
  @Test func otherFilesAreSplit() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("in.json").path
    var random = SeededRandom(seed: 9)
    let bytes = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    func mark(_ range: Range<Int>) -> StreamMark {
      StreamMark(range: range, digest: XXHash64.hash(Array(bytes[range])))
    }
    func share(
      _ first: Int, _ slices: [StreamMark?], _ rest: StreamMark?, plain: Bool = true, whole: Bool = true,
      all: Bool = true
    )
      -> ShareMarks
    {
      var share = ShareMarks(first: first)
      for slice in slices { share.append(slice, hasResults: all) }
      share.end(rest, isWhole: whole, isPlain: plain)
      return share
    }
    let (first, second) = (share(0, [mark(0..<100)], mark(100..<102)), share(1, [mark(102..<400)], mark(400..<500)))
    #expect(MarkedFile(path, [first, second]) != nil)
    #expect(MarkedFile(folder.url.path, [first, second]) == nil)
    for shares in [
      [], [first], [second], [second, first], [first, first, second],
      [first, share(2, [mark(102..<400)], mark(400..<500))], [first, share(1, [mark(103..<400)], mark(400..<500))],
      [first, share(1, [mark(102..<400)], mark(401..<500))], [first, share(1, [mark(102..<400)], nil)],
      [first, share(1, [mark(102..<400)], mark(400..<500), plain: false)],
      [first, share(1, [mark(102..<400)], mark(400..<500), all: false)],
      [first, share(1, [mark(102..<400)], mark(400..<500), whole: false)],
      [first, share(1, [mark(102..<400), nil], mark(400..<500))], [first, share(1, [], mark(102..<500))],
      // No task writes these: a slice without bytes in a share that says that there is nothing to tell.
      [ShareMarks(first: 0, slices: [nil], rest: mark(0..<500), isWhole: true, isPlain: true)],
    ] {
      #expect(MarkedFile(path, shares) == nil, "\(shares)")
    }
  }

  private static func slices(_ file: MarkedFile) -> [MarkedFile.Slice] {
    file.slices.enumerated().map { MarkedFile.Slice(file: file, number: $0, bytes: $1.bytes, rest: $1.rest) }
  }

  /// Bytes in some shares of some slices each.
  private static func shares(_ bytes: [UInt8], _ random: inout SeededRandom) -> [ShareMarks] {
    var (shares, at, number): ([ShareMarks], Int, Int) = ([], 0, 0)
    func mark(to end: Int) -> StreamMark {
      defer { at = end }
      return StreamMark(range: at..<end, digest: XXHash64.hash(Array(bytes[at..<end])))
    }
    while at < bytes.count {
      var share = ShareMarks(first: number)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        share.append(mark(to: Int.random(in: min(at + 1, bytes.count)...bytes.count, using: &random)), hasResults: true)
        number += 1
      }
      share.end(mark(to: Int.random(in: at...bytes.count, using: &random)), isWhole: true, isPlain: true)
      shares.append(share)
    }
    return shares
  }
}
