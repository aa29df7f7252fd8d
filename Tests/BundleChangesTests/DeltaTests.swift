import TestSupport
import Testing

@testable import OvertileBundleChanges

/// Deltas restore the target, and are small if little changed.
@Suite struct DeltaTests {
  private func delta(_ source: [UInt8], _ target: [UInt8]) throws -> [UInt8] {
    final class Sink { var bytes: [UInt8] = [] }
    let sink = Sink()
    try source.withUnsafeBytes { source in
      try target.withUnsafeBytes { target in
        try DeltaEncoder.encode(source: source, target: target) { sink.bytes += $0 }
      }
    }
    return sink.bytes
  }

  private func restored(_ source: [UInt8], _ delta: [UInt8]) throws -> [UInt8] {
    var place = 0
    var out: [UInt8] = []
    try source.withUnsafeBytes { source in
      var decoder = DeltaDecoder(source: source, name: "test")
      while place < delta.count {
        let frame = try DeltaFrame(
          { count in
            guard count <= delta.count - place else { throw ChangesError("short") }
            defer { place += count }
            return Array(delta[place..<place + count])
          }, name: "test")
        out += try decoder.decode(frame)
      }
    }
    return out
  }

  @Test(arguments: seeds(40)) func givesBackTheTarget(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let alphabet: UInt8 = [2, 20, 255].randomElement(using: &random) ?? 2
    let source = (0..<Int.random(in: 0...4000, using: &random)).map { _ in
      UInt8.random(in: 0...alphabet, using: &random)
    }
    var target = source
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let place = Int.random(in: 0...target.count, using: &random)
      let end = min(target.count, place + Int.random(in: 0...60, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: target.removeSubrange(place..<end)
      case 1: target.insert(contentsOf: (0..<9).map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
      case 2: target.insert(contentsOf: Array(target[place..<end]), at: 0)
      default: if place < target.count { target[place] &+= 1 }
      }
    }
    let delta = try delta(source, target)
    let back = try restored(source, delta)
    #expect(back == target, "seed \(seed)")
  }

  @Test func largerThanAFrame() throws {
    var random = SeededRandom(seed: 1)
    let source = (0..<DeltaFrame.mostTarget * 2 / 8 + 99).flatMap { _ in
      withUnsafeBytes(of: random.next()) { Array($0) }
    }
    let target = Array(source[1000...]) + [1, 2, 3] + Array(source[..<1000])
    let delta = try delta(source, target)
    let back = try restored(source, delta)
    #expect(back == target)
    #expect(delta.count < 300)
  }

  @Test func shiftedNumbersCostLittle() throws {
    // Records of 40 bytes whose number has grown by one: like row numbers after an insertion.
    var random = SeededRandom(seed: 2)
    let records = (0..<2000).map { _ in (0..<36).map { _ in UInt8.random(in: 0...255, using: &random) } }
    func bytes(_ first: UInt32) -> [UInt8] {
      var out: [UInt8] = []
      for (index, record) in records.enumerated() {
        out.append(word: first + UInt32(index))
        out += record
      }
      return out
    }
    let delta = try delta(bytes(5000), bytes(5001))
    #expect(delta.count < 2000)
  }
}
