import OvertileCore
import TestSupport
import Testing

@Suite struct XXHash64Tests {
  private struct Case: Encodable {
    var bytes: [UInt8]
    /// As text: JSON numbers of some readers lose bits beyond 2^53.
    var seed: String
  }

  /// Every length around the stripes of 32 bytes and the tails of 8, 4 and 1, with several seeds, against the
  /// reference implementation.
  @Test func agreesWithTheReference() throws {
    var random = SeededRandom(seed: 1)
    var inputs: [(bytes: [UInt8], seed: UInt64)] = []
    for length in 0...200 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      for seed in [0, 1, UInt64.max, random.next()] { inputs.append((bytes, seed)) }
    }
    let expected: [String] = try PythonOracle.run(
      "Tests/CoreTests/Features/hash_bytes.py", inputs.map { Case(bytes: $0.bytes, seed: String($0.seed)) })
    #expect(expected.count == inputs.count)
    for (input, hash) in zip(inputs, expected) {
      #expect(
        String(XXHash64.hash(input.bytes, seed: input.seed)) == hash,
        "\(input.bytes.count) bytes, seed \(input.seed)")
    }
  }

  @Test func twoWordsAreTheirSixteenBytes() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<200 {
      let (a, b, seed) = (random.next(), random.next(), random.next())
      let bytes = [a, b].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
      #expect(XXHash64.hash(a, b, seed: seed) == XXHash64.hash(bytes, seed: seed), "\(a) \(b) \(seed)")
    }
  }

  /// Payloads in the middle of a table are at any address.
  @Test func doesNotNeedAlignedMemory() {
    let bytes = (0..<120).map { UInt8($0) }
    let expected = XXHash64.hash(Array(bytes[0..<100]))
    for shift in 0..<16 {
      let shifted = Array(repeating: 0xFF, count: shift) + bytes
      shifted.withUnsafeBytes { all in
        #expect(XXHash64.hash(UnsafeRawBufferPointer(rebasing: all[shift..<shift + 100])) == expected, "\(shift)")
      }
    }
  }
}
