import Foundation

/// Unicode's canonical forms.
enum CanonicalForm {
  /// The scalars of a string with marks composed onto letters if there are such letters (NFC).
  static func composed(_ string: String) -> [Unicode.Scalar] {
    guard string.utf8.contains(where: { $0 > 0x7F }) else { return Array(string.unicodeScalars) }
    return Array(string.precomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// A scalar decomposed into its letter and marks (NFD).
  static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard scalar.value > 0x7F else { return [scalar] }
    return Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// Whether a scalar is a mark on the letter before.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x2FF && scalar.properties.generalCategory == .nonspacingMark
  }
}
