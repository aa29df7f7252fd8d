import MapMath

/// A claim that does not hold.
package struct Finding: Sendable, Encodable {
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

/// The findings: per code their number, and the first few. Memory stays bounded however many there are.
///
/// One thread at a time uses it: each worker has its own.
final class Findings: @unchecked Sendable {
  private struct Kind: Hashable {
    let code: FindingCode
    let isRemark: Bool
  }

  private let limit: Int
  private let isForeign: Bool
  private var groups: [Kind: VerificationReport.Group] = [:]

  /// Keeps so many of each code.
  ///
  /// - Parameter isForeign: whether the check is of an archive alone, which others may have made: then deviations that
  ///   the formats allow, but our own writers do not make, are only remarks.
  init(limit: Int, isForeign: Bool = false) { (self.limit, self.isForeign) = (limit, isForeign) }

  /// An empty collection with the same settings.
  var fresh: Findings { Findings(limit: limit, isForeign: isForeign) }

  /// The claims that do not hold, or the remarks, in the order of their codes.
  func groups(remarks: Bool) -> [VerificationReport.Group] {
    FindingCode.allCases.compactMap { groups[Kind(code: $0, isRemark: remarks)] }
  }

  /// Counts a finding, and makes and keeps it if it is one of the first of its code.
  func add(_ code: FindingCode, isAllowed: Bool, _ finding: () -> Finding) {
    let kind = Kind(code: code, isRemark: isForeign && isAllowed)
    let isKept = groups[kind]?.first.count ?? 0 < limit
    groups[kind, default: .init(code)].add(1, isKept ? [finding()] : [])
  }

  /// Adds all findings of another collection.
  func append(_ others: Findings) {
    for (kind, group) in others.groups {
      let free = limit - (groups[kind]?.first.count ?? 0)
      groups[kind, default: .init(kind.code)].add(group.count, group.first.prefix(free))
    }
  }
}

/// A place in a bundle or an archive, and the findings there.
struct Place: Sendable {
  let findings: Findings
  var file: String
  /// The Hilbert id of the tile.
  var tile: UInt64?
  var layer: String?
  var feature: UInt64?

  /// The same place, narrowed to a tile, a layer or a feature.
  func at(tile: UInt64? = nil, layer: String? = nil, feature: UInt64? = nil) -> Place {
    Place(
      findings: findings, file: file, tile: tile ?? self.tile, layer: layer ?? self.layer,
      feature: feature ?? self.feature)
  }

  /// Adds a finding; the texts are made only if it is kept.
  ///
  /// - Parameter isAllowed: whether the format allows it, and only our own writers do not make it.
  func add(
    _ code: FindingCode, _ message: @autoclosure () -> String, expected: @autoclosure () -> String? = nil,
    found: @autoclosure () -> String? = nil, isAllowed: Bool = false
  ) {
    findings.add(code, isAllowed: isAllowed) {
      Finding(
        code: code, file: file, tile: tile.map(Self.name), layer: layer, feature: feature, message: message(),
        expected: expected(), found: found())
    }
  }

  /// A tile by its Hilbert id, as zoom/column/row.
  static func name(ofTile id: UInt64) -> String { TileID(hilbertID: id)?.description ?? "\(id)" }

  /// Adds a finding unless a claim holds.
  func require(
    _ holds: Bool, _ code: FindingCode, _ message: @autoclosure () -> String,
    expected: @autoclosure () -> String? = nil, found: @autoclosure () -> String? = nil, isAllowed: Bool = false
  ) {
    if !holds { add(code, message(), expected: expected(), found: found(), isAllowed: isAllowed) }
  }

  /// Adds a finding unless two values are equal.
  func expect<Value: Equatable>(
    _ found: Value?, _ expected: Value?, _ code: FindingCode, _ message: @autoclosure () -> String
  ) {
    func text(_ value: Value?) -> String { value.map { "\($0)" } ?? "nothing" }
    require(found == expected, code, message(), expected: text(expected), found: text(found))
  }
}
