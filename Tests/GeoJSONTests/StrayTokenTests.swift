import OvertileCore
import OvertileGeoJSON
import TestSupport
import Testing

/// One stray token among 200 features loses none of them silently, however they are framed.
@Suite("Stray tokens")
struct StrayTokenTests {
  enum Framing: String, CaseIterable, Sendable {
    case lines, spaces, nothing, sequence, collection, prettyLines

    func text(_ parts: [String]) -> String {
      switch self {
      case .lines, .prettyLines: parts.joined(separator: "\n") + "\n"
      case .spaces: parts.joined(separator: " ")
      case .nothing: parts.joined()
      case .sequence: parts.map { "\u{1E}\($0)\n" }.joined()
      case .collection: "{\"type\":\"FeatureCollection\",\"features\":[" + parts.joined(separator: ",") + "]}"
      }
    }

    func feature(_ number: Int) -> String {
      let text =
        #"{"type":"Feature","id":\#(number),"properties":{"a":"b, {c}","o":{"p":[1,{"q":2}]}},"#
        + #""geometry":{"type":"Point","coordinates":[1,2]}}"#
      return self == .prettyLines
        ? text.replacing(",\"", with: ",\n  \"").replacing("\"geometry\":{", with: "\"geometry\":\n{") : text
    }
  }

  static let tokens = [
    "null", "7", "-1.5e3", "true", "\"text\"", "[1,2]", "[]", "xyz", "}", "]", "{", "[", "\"", ",,", ":", "\0",
    "\u{FEFF}", "{\"type\":\"FeatureCollection\",\"features\":[", "{\"a\":", "{}", "{\"x\":1}", "<html>", "'", "\\",
    "\u{7F}", "\u{A0}", "CUT", "TAIL", "}}", "[{", "{[", "\"{",
  ]

  /// The published features and those with an entry of their own; nil if the stream was rejected.
  private struct Outcome {
    var ids: Set<Int> = []
    var entries = 0
    var error: GeoJSONError?

    init(_ text: String) {
      let reading = Reading(text, .init(sliceByteCount: 4096, readByteCount: 1024))
      for feature in reading.features {
        if case .int(let id) = feature.id { ids.insert(Int(id)) }
      }
      entries = reading.rejected.count
      error = reading.error
    }
  }

  @Test(
    "every whole feature is read, or has an entry, or the stream is refused with its place", arguments: Framing.allCases
  )
  func swallowed(framing: Framing) {
    for seed in seeds(3) {
      var random = SeededRandom(seed: seed)
      for token in Self.tokens { check(framing, token, seed, &random) }
    }
  }

  private func check(_ framing: Framing, _ token: String, _ seed: UInt64, _ random: inout SeededRandom) {
    let count = 200
    let index = Int.random(in: 1..<count, using: &random)
    let whole = Array(framing.feature(count + 1).utf8)
    let cut = Int.random(in: 1..<whole.count - 1, using: &random)
    var inserted = token
    if token == "CUT" { inserted = String(decoding: whole[..<cut], as: UTF8.self) }
    if token == "TAIL" { inserted = String(decoding: whole[cut...], as: UTF8.self) }
    var parts = (0..<count).map(framing.feature)
    parts.insert(inserted, at: index)
    let outcome = Outcome(framing.text(parts))
    let note: Comment = "\(framing), \(inserted.debugDescription) before feature \(index), seed \(seed)"
    if let error = outcome.error {
      #expect(error.byteOffset != nil && !error.message.isEmpty, note)
      return
    }
    let lost = Set(0..<count).subtracting(outcome.ids)
    #expect(lost.isEmpty, "\(note): lost \(lost.sorted().prefix(8)), \(outcome.entries) entries")
    #expect(outcome.entries > 0 || token == ",,", note)
  }
}
