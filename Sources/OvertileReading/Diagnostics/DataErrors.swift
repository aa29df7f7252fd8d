import OvertileConfiguration

/// The data errors of a run by their causes: each cause once, however many features it concerns.
package struct DataErrors: Sendable {
  private struct Key: Hashable {
    var source: String
    var code: LedgerCode
    var cause: DataErrorCause?
  }

  /// The data of a cause.
  private struct Cause: Sendable {
    var features = FeatureSet()
    var layers: [String] = []
    var locations: [String] = []
    var reason: String
    var hasOneReason = true

    /// Adds an entry of this cause.
    mutating func add(_ entry: LedgerEntry) {
      if let layer = entry.layer, !layers.contains(layer) { layers.append(layer) }
      guard features.insert(file: entry.file, index: entry.location.index) else { return }
      if entry.reason != reason { hasOneReason = false }
      if locations.count < DataErrors.positionCount { locations.append(entry.locationText) }
    }
  }

  private var causes: [Key: Cause] = [:]
  private var order: [Key] = []

  package init() {}

  /// The most causes that are told apart; any further ones are counted by their code.
  private static let most = 1000
  /// The number of source locations that are named for each cause.
  private static let positionCount = 3

  /// Adds an entry of the ledger, if its feature was rejected. O(1).
  package mutating func add(_ entry: LedgerEntry) {
    guard entry.action == .rejected else { return }
    var key = Key(source: entry.source, code: entry.code, cause: entry.cause)
    if causes[key] == nil, causes.count >= Self.most { key.cause = nil }
    if causes[key] == nil {
      causes[key] = Cause(reason: entry.reason)
      order.append(key)
    }
    causes[key]?.add(entry)
  }

  /// The causes, those of most features first, then in the order in which they were met.
  ///
  /// - Parameters:
  ///   - source: only of this source, where it is set.
  ///   - file: the configuration's file.
  ///   - properties: by source, the properties that its features have.
  package func diagnostics(of source: String? = nil, file: String, properties: [String: PropertyCensus]) -> [Diagnostic]
  {
    let keys = order.filter { source == nil || $0.source == source }
    let sizes = keys.map { causes[$0]?.features.count ?? 0 }
    let sorted = keys.indices.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }
    return sorted.compactMap { index in
      let key = keys[index]
      return causes[key].map { Self.diagnostic(key, $0, file: file, properties[key.source]) }
    }
  }

  private static func diagnostic(_ key: Key, _ cause: Cause, file: String, _ census: PropertyCensus?) -> Diagnostic {
    var diagnostic = Diagnostic(key.code, source: key.source)
    diagnostic.layers = cause.layers
    diagnostic.count = cause.features.count
    diagnostic.places = cause.locations
    (diagnostic.property, diagnostic.expected) = (key.cause?.property, key.cause?.expected)
    diagnostic.found = key.cause?.found
    diagnostic.askedBy = key.cause.map { "\(file):\($0.position) (\($0.role))" }
    let advice = key.cause?.property.flatMap { census?.advice(onMissing: $0) }
    diagnostic.suggestion = advice?.suggestion
    diagnostic.message = message(diagnostic, cause, advice: advice?.text)
    return diagnostic
  }

  /// In words: where, what was expected and found, which key requires it, and what may have been meant.
  private static func message(_ diagnostic: Diagnostic, _ cause: Cause, advice: String?) -> String {
    var what = cause.hasOneReason ? cause.reason : "for example: \(cause.reason)"
    if let expected = diagnostic.expected, let found = diagnostic.found {
      let property = diagnostic.property.map { "property \"\($0)\": " } ?? ""
      what = "\(property)expected \(expected), found \(found)"
    }
    let layers = diagnostic.layers.map { "\"\($0)\"" }.joined(separator: ", ")
    let head = layers.isEmpty ? what : "layer\(diagnostic.layers.count == 1 ? "" : "s") \(layers): \(what)"
    let parts = [
      head, diagnostic.askedBy.map { "required by \($0)" }, advice,
      diagnostic.places.isEmpty ? nil : "first at \(diagnostic.places.joined(separator: "; "))",
    ]
    return parts.compactMap { $0 }.joined(separator: "; ").onOneLine
  }
}
