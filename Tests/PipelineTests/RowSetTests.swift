import Foundation
import TestSupport
import Testing

@testable import OvertilePipeline

@Suite struct RowSetTests {
  /// The rows of a set.
  private func rows(_ set: RowSet) -> [UInt32] { set.runs.flatMap { Array($0) } }

  @Test func rowsComeBackAscendingAndOnce() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let most = UInt32([0, 5, 300, 70_000].randomElement(using: &random)!)
      let share = Int.random(in: 0...10, using: &random)
      var members = (0...most).filter { _ in Int.random(in: 0..<10, using: &random) < share }
      members += members.prefix(3)
      let set = RowSet(members.shuffled(using: &random))
      #expect(rows(set) == Set(members).sorted(), "seed \(seed)")
      #expect(set.end == members.max().map { Int($0) + 1 } ?? 0, "seed \(seed)")
      #expect(zip(set.runs, set.runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, "seed \(seed)")
      let text = try JSONEncoder().encode([set])
      #expect(try JSONDecoder().decode([RowSet].self, from: text) == [set], "seed \(seed)")
    }
  }

  @Test func allRowsAreAFewBytes() throws {
    #expect(try JSONEncoder().encode([RowSet(Array(0..<1_000_000))]).count < 16)
  }

  @Test(arguments: ["gA==", "AAE=", "AP////8P", "/////x8B", "AP///////////wE="]) func damageIsDetected(text: String) {
    // The second and the third are well-formed: a row, and all of them.
    let isWhole = ["AAE=", "AP////8P"].contains(text)
    let set = try? JSONDecoder().decode([RowSet].self, from: Data("[\"\(text)\"]".utf8))
    #expect((set != nil) == isWhole)
  }
}
