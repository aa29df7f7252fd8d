import Features

/// A feature that is not in the bundle as it was in the source, and why.
struct LedgerEntry: Sendable, Encodable {
  /// The stable code of the reason; see `LedgerCode`.
  var code: String
  /// The source's name.
  var source: String
  /// The layer, or nil when the feature is in none.
  var layer: String?
  /// The file as it was read; "-" for standard input.
  var file: String
  /// The offset in bytes of the feature, in the uncompressed stream, from 0.
  var byteOffset: UInt64
  /// Its line, from 1.
  var line: UInt64
  /// Its ordinal in the file, from 0.
  var index: UInt64
  /// Its id, where it is known.
  var id: String?
  /// The reason in words.
  var reason: String

  /// The entry on one line, for people.
  var summary: String {
    let name = id.map { " (id \($0))" } ?? ""
    return "\(file):\(line): byte \(byteOffset), feature \(index)\(name): \(reason) [\(code)]"
  }
}

/// The codes of the ledger that the pipeline itself gives; the reader's codes are in `GeoJSON`.
enum LedgerCode {
  /// The feature has a null or empty geometry.
  static let noGeometry = "no-geometry"
  /// A coordinate could not be transformed.
  static let notTransformed = "not-transformed"
  /// The geometry is of a kind that the layer does not take.
  static let wrongGeometry = "wrong-geometry"
  /// The geometry could not be made valid.
  static let invalidGeometry = "invalid-geometry"
  /// An expression of the configuration has no value for the feature.
  static let expression = "expression"
  /// The radius is missing, not a number, not above zero, or too large.
  static let badRadius = "bad-radius"
  /// The weight is not a whole number from 0.
  static let badWeight = "bad-weight"
  /// No zoom shows it: it is too small, too large, or beyond the edge of the map.
  static let neverShown = "never-shown"
  /// Another feature has the same id; this one got an id of its own.
  static let duplicateID = "duplicate-id"
}
