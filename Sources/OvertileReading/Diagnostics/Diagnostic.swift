/// A warning or data error as `report.json` lists it, with one entry for each cause.
///
/// Data errors have a code of the ledger, warnings one of `WarningCode`.
public struct Diagnostic: Sendable, Codable, Hashable {
  /// A code of `WarningCode` or of `LedgerCode`.
  public var code: String
  /// The finding, its location, and the advice, on one line.
  public var message: String
  /// The source concerned.
  public var source: String?
  /// The layers concerned, in the order of their first features.
  public var layers: [String] = []
  /// The property concerned.
  public var property: String?
  /// The expected value.
  public var expected: String?
  /// The value found instead.
  public var found: String?
  /// The property that may have been meant.
  public var suggestion: String?
  /// The configuration's line and key that require it, as file:line:column and key.
  public var askedBy: String?
  /// The number of features concerned, each counted once; nil where it does not apply.
  public var count: Int?
  /// The first three features concerned: file, line and byte, the ordinal from 0, and the id where there is one.
  public var places: [String] = []

  /// Makes a warning.
  package init(_ code: WarningCode, _ message: String, source: String? = nil, layer: String? = nil) {
    (self.code, self.message, self.source) = (code.rawValue, message, source)
    layers = layer.map { [$0] } ?? []
  }

  /// Makes an entry of a data error.
  package init(_ code: LedgerCode, source: String) {
    (self.code, message, self.source) = (code.rawValue, "", source)
  }

  /// Whether it is a warning, not a data error.
  public var isWarning: Bool { WarningCode(rawValue: code) != nil }

  /// The message with its code, on one line.
  public var line: String { "\(message) [\(code)]" }
}
