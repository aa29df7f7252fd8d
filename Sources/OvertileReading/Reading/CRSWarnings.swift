/// Warnings about `crs` members that the configuration overrules: the first few, each once.
struct CRSWarnings: Sendable, Codable {
  private(set) var all: [String] = []
  private var seen: Set<String> = []

  private static let most = 5

  mutating func add(_ text: String?) {
    guard let text, all.count < Self.most else { return }
    // The same member may be in every feature.
    let what = text.drop { $0 != "\"" }
    if seen.insert(String(what)).inserted { all.append(text) }
  }
}
