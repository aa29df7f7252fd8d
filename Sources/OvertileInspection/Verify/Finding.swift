import MapMath

/// A claim that does not hold.
package struct Finding: Sendable, Hashable, Codable {
  /// The kind of finding.
  package var code: FindingCode
  /// The file, relative to the bundle.
  package var file: String
  /// The tile as zoom/column/row, if it concerns one.
  package var tile: String?
  /// The layer, if it concerns one.
  package var layer: String?
  /// The feature's id, if it concerns one.
  package var feature: UInt64?
  /// The claim, in words.
  package var message: String
  /// The expected value.
  package var expected: String?
  /// The value found.
  package var found: String?
}

/// The location of a finding.
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

/// The findings: per code their number, and the first few. Memory stays bounded however many there are.
struct Findings: Sendable {
  private let limit: Int
  /// Whether deviations that the formats allow, but our own writers do not make, are only warnings.
  private let isForeign: Bool
  private(set) var counts: [FindingCode: Int] = [:]
  private(set) var examples: [FindingCode: [Finding]] = [:]
  private var unusual: [Findings] = []

  /// Keeps so many of each code.
  ///
  /// - Parameter isForeign: whether the check is of an archive alone, which others may have made.
  init(limit: Int, isForeign: Bool = false) {
    self.limit = limit
    self.isForeign = isForeign
  }

  /// An empty collection with the same settings.
  var fresh: Findings { Findings(limit: limit, isForeign: isForeign) }

  /// Whether there are none; warnings do not count.
  var isEmpty: Bool { counts.isEmpty }

  /// Unusual but allowed properties.
  var warnings: Findings { unusual.first ?? fresh }

  /// Adds a deviation that the format allows but our own writers do not make: a warning for a foreign archive, a
  /// finding in a bundle.
  mutating func note(
    _ code: FindingCode, _ location: Location, _ message: @autoclosure () -> String,
    expected: @autoclosure () -> String? = nil, found: @autoclosure () -> String? = nil
  ) {
    add(code, location, message(), expected: expected(), found: found(), isAllowed: true)
  }

  /// Adds a finding; the texts are made only if it is kept.
  ///
  /// - Parameter isAllowed: whether the format allows it; see `note`.
  mutating func add(
    _ code: FindingCode, _ location: Location, _ message: @autoclosure () -> String,
    expected: @autoclosure () -> String? = nil, found: @autoclosure () -> String? = nil, isAllowed: Bool = false
  ) {
    if isForeign, isAllowed {
      if unusual.isEmpty { unusual = [Findings(limit: limit)] }
      return unusual[0].add(code, location, message(), expected: expected(), found: found())
    }
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
    _ found: Value?, _ expected: Value?, _ code: FindingCode, _ location: Location, _ message: @autoclosure () -> String
  ) {
    func text(_ value: Value?) -> String { value.map { "\($0)" } ?? "nothing" }
    if found != expected { add(code, location, message(), expected: text(expected), found: text(found)) }
  }

  /// Adds all findings of another collection.
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
}
