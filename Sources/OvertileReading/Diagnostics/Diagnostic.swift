/// A warning or data error in a report. A report contains one diagnostic for each cause.
public struct Diagnostic: Sendable, Codable, Hashable {
  /// The code of the diagnostic, which is the raw value of a `WarningCode` for a warning, or of a `LedgerCode` for a
  /// data error.
  public var code: String
  /// A one-line message that describes the finding and its location, and gives advice.
  public var message: String
  /// The name of the affected source, or `nil` if the diagnostic does not concern a source.
  public var source: String?
  /// The names of the affected layers, in the order of their first affected features.
  public var layers: [String] = []
  /// The name of the affected property, or `nil` if the diagnostic does not concern a single property.
  public var property: String?
  /// The expected type of value, or `nil` if the diagnostic is not about a type.
  public var expected: String?
  /// The actual type of value, or `nil` if the diagnostic is not about a type.
  public var found: String?
  /// The name of the property that was probably intended, or `nil` if there is no suggestion.
  public var suggestion: String?
  /// The place in the configuration to which the diagnostic refers, in the form "file:line:column (key)", or `nil` if
  /// the diagnostic does not refer to the configuration.
  public var askedBy: String?
  /// The number of affected features, or `nil` if the diagnostic does not concern individual features. Each feature is
  /// counted only once.
  public var count: Int?
  /// The locations of the first three affected features. Each location gives the file, line, byte, and ordinal of the
  /// feature, followed by the feature's ID if it has one. Ordinals start at 0.
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

  /// The message and the code of the diagnostic, on one line.
  public var line: String { "\(message) [\(code)]" }
}
