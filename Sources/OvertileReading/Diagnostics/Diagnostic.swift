/// A warning or data error in `report.json`, with one entry for each cause.
///
/// The code of a data error is a `LedgerCode`, and that of a warning is a `WarningCode`.
public struct Diagnostic: Sendable, Codable, Hashable {
  /// The raw value of a `WarningCode` or `LedgerCode`.
  public var code: String
  /// The finding, its location, and advice, on one line.
  public var message: String
  /// The affected source.
  public var source: String?
  /// The affected layers, in the order of their first affected features.
  public var layers: [String] = []
  /// The affected property.
  public var property: String?
  /// The expected value.
  public var expected: String?
  /// The value that was found instead.
  public var found: String?
  /// The property that was probably meant.
  public var suggestion: String?
  /// The location and key in the configuration that require the property, as file:line:column and key.
  public var askedBy: String?
  /// The number of affected features, each counted once; nil if it does not apply.
  public var count: Int?
  /// The first three affected features, with file, line, byte, ordinal from 0, and id if there is one.
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

  /// Whether the diagnostic is a warning rather than a data error.
  public var isWarning: Bool { WarningCode(rawValue: code) != nil }

  /// The message with its code, on one line.
  public var line: String { "\(message) [\(code)]" }
}
