import Foundation

/// A repeatable random generator (SplitMix64). Same seed, same numbers, on every machine.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator that starts at a seed.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Seeds for a property test: `count` of them, the same every run, or the one in OVERTILE_SEED. Prints how to repeat.
///
/// Include the seed in every expectation's comment, so that a failure names it.
public func seeds(_ count: Int, from first: UInt64 = 1, test: String = #function) -> [UInt64] {
  if let text = ProcessInfo.processInfo.environment["OVERTILE_SEED"], let seed = UInt64(text) { return [seed] }
  let all = (0..<UInt64(count)).map { first + $0 }
  print("\(test): seeds \(first)...\(first + UInt64(max(count, 1)) - 1) (repeat one with OVERTILE_SEED=n)")
  return all
}
