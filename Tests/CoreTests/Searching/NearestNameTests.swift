import OvertileCore
import TestSupport
import Testing

@Suite struct NearestNameTests {
  /// The definition, without a table: by the last letters.
  private static func distance(_ a: ArraySlice<Character>, _ b: ArraySlice<Character>) -> Int {
    guard let x = a.last, let y = b.last else { return max(a.count, b.count) }
    var least = min(
      distance(a.dropLast(), b) + 1, distance(a, b.dropLast()) + 1,
      distance(a.dropLast(), b.dropLast()) + (x == y ? 0 : 1))
    if a.count > 1, b.count > 1, a.dropLast().last == y, b.dropLast().last == x {
      least = min(least, distance(a.dropLast(2), b.dropLast(2)) + 1)
    }
    return least
  }

  @Test func editDistanceIsThatOfItsDefinition() {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let words = (0..<2).map { _ in
        (0..<Int.random(in: 0...5, using: &random)).map { _ in "abc".randomElement(using: &random) ?? "a" }
      }
      let expected = Self.distance(words[0][...], words[1][...])
      let found = [words, words.reversed()].map { NearestName.distance(String($0[0]), String($0[1])) }
      #expect(found == [expected, expected], "seed \(seed) \(words)")
    }
  }

  @Test(arguments: [
    ("raduis", "radius"), ("RADIUS", "radius"), ("minpoints", "minPoints"), ("b", nil), ("", nil), ("color", nil),
  ])
  func nearestNames(name: String, nearest: String?) {
    #expect(NearestName.nearest(to: name, among: ["radius", "minPoints", "a", "kind"]) == nearest)
  }

  @Test func longTextsAreNoNames() {
    let (long, longer) = (String(repeating: "r", count: 99), String(repeating: "r", count: 101))
    #expect(NearestName.nearest(to: long, among: ["radius", longer]) == longer)
    #expect(NearestName.nearest(to: longer, among: [long]) == nil)
    #expect(NearestName.nearest(to: "radius", among: [String(repeating: "r", count: 5_000_000), "radiu"]) == "radiu")
  }
}
