import MapMath

/// One thing that does not hold.
package struct Finding: Sendable, Hashable, Codable {
  /// What kind of thing it is.
  package var code: FindingCode
  /// The file, relative to the bundle.
  package var file: String
  /// The tile as zoom/column/row, where it is about one.
  package var tile: String?
  /// The layer, where it is about one.
  package var layer: String?
  /// The feature's id, where it is about one.
  package var feature: UInt64?
  /// What does not hold, in words.
  package var message: String
  /// What should stand there.
  package var expected: String?
  /// What stands there.
  package var found: String?
}

/// Where something was found.
struct Location: Sendable {
  var file: String
  var tile: TileID?
  var layer: String?
  var feature: UInt64?

  init(_ file: String, tile: TileID? = nil, layer: String? = nil, feature: UInt64? = nil) {
    self.file = file
    self.tile = tile
    self.layer = layer
    self.feature = feature
  }
}

/// What was found: per code how often, and the first so many. Memory stays bounded however much is wrong.
struct Findings: Sendable {
  private let limit: Int
  /// Whether what the formats allow, and our own writers do not do, is only a warning.
  private let isForeign: Bool
  private(set) var counts: [FindingCode: Int] = [:]
  private(set) var examples: [FindingCode: [Finding]] = [:]
  private var unusual: [Findings] = []

  /// Keeps so many of each code.
  ///
  /// - Parameter isForeign: whether an archive alone is looked at, which others may have made.
  init(limit: Int, isForeign: Bool = false) {
    self.limit = limit
    self.isForeign = isForeign
  }

  /// No findings, kept as these are.
  var fresh: Findings { Findings(limit: limit, isForeign: isForeign) }

  /// Whether there is none; warnings do not count.
  var isEmpty: Bool { counts.isEmpty }

  /// What is unusual and allowed.
  var warnings: Findings { unusual.first ?? fresh }

  /// Adds what the format allows and our own writers do not do: a warning for a foreign archive, a finding in a bundle.
  mutating func note(
    _ code: FindingCode, _ location: Location, _ message: @autoclosure () -> String,
    expected: @autoclosure () -> String? = nil, found: @autoclosure () -> String? = nil
  ) {
    guard isForeign else { return add(code, location, message(), expected: expected(), found: found()) }
    if unusual.isEmpty { unusual = [Findings(limit: limit)] }
    unusual[0].add(code, location, message(), expected: expected(), found: found())
  }

  /// Adds a finding; the texts are made only when it is kept.
  mutating func add(
    _ code: FindingCode, _ location: Location, _ message: @autoclosure () -> String,
    expected: @autoclosure () -> String? = nil, found: @autoclosure () -> String? = nil
  ) {
    counts[code, default: 0] += 1
    guard examples[code, default: []].count < limit else { return }
    examples[code, default: []].append(
      Finding(
        code: code, file: location.file, tile: location.tile?.description, layer: location.layer,
        feature: location.feature,
        message: message(), expected: expected(), found: found()))
  }

  /// Adds a finding unless two values are equal.
  mutating func expect<Value: Equatable & Sendable>(
    _ found: Value, _ expected: Value, _ code: FindingCode, _ location: Location, _ message: @autoclosure () -> String
  ) {
    if found != expected {
      add(code, location, message(), expected: Self.text(expected), found: Self.text(found))
    }
  }

  /// Adds all of others.
  mutating func append(_ others: Findings) {
    for (code, count) in others.counts {
      counts[code, default: 0] += count
      let free = limit - examples[code, default: []].count
      if free > 0 { examples[code, default: []] += (others.examples[code] ?? []).prefix(free) }
    }
    guard let more = others.unusual.first else { return }
    if unusual.isEmpty { unusual = [Findings(limit: limit)] }
    unusual[0].append(more)
  }

  private static func text(_ value: some Any) -> String {
    if case let optional as any OptionalText = value { return optional.text }
    return "\(value)"
  }
}

/// An optional in words.
private protocol OptionalText {
  var text: String { get }
}

extension Optional: OptionalText {
  fileprivate var text: String { map { "\($0)" } ?? "nothing" }
}
