import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Every reader of foreign bytes reads its seeds, and its seeds changed at random: a result or an error, never a trap.
///
/// A trap ends the test process; the last line of its output names the target, and OVERTILE_SEED repeats one seed.
@Suite struct ChangedSeedsTests {
  static let corpus = PythonOracle.packageRoot.appendingPathComponent("Tests/Fuzzing/Corpus")

  @Test(arguments: FuzzTargets.all.keys.sorted())
  func changedSeedsEndInAResultOrAnError(name: String) async throws {
    // Some targets wait for tasks.
    try await onOwnThread { try Self.run(name) }
  }

  private static func run(_ name: String) throws {
    let target = try #require(FuzzTargets.all[name])
    let folder = corpus.appendingPathComponent(name)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let inputs = try files.sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
    try #require(!inputs.isEmpty)
    inputs.forEach(target)
    print("fuzzing \(name)")
    for seed in seeds(2000) {
      var random = SeededRandom(seed: seed)
      var bytes = inputs[Int.random(in: 0..<inputs.count, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        change(&bytes, other: inputs[Int.random(in: 0..<inputs.count, using: &random)], &random)
      }
      target(bytes)
    }
  }

  /// Changes bytes in one of the ways in which libFuzzer does: other values, a cut, a repetition, a run of another seed.
  private static func change(_ bytes: inout [UInt8], other: [UInt8], _ random: inout SeededRandom) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 0...16, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.replaceSubrange(start..<end, with: (start..<end).map { _ in .random(in: 0...255, using: &random) })
    case 1:
      bytes.replaceSubrange(
        start..<end,
        with: [UInt8](repeating: [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random)!, count: end - start))
    case 2: bytes.removeSubrange(start..<end)
    case 3: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 4: bytes.removeLast(Int.random(in: 0...min(bytes.count, 64), using: &random))
    default:
      let from = Int.random(in: 0...other.count, using: &random)
      bytes.replaceSubrange(start..<end, with: other[from..<min(other.count, from + 32)])
    }
  }
}
