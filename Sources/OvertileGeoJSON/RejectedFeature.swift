import OvertileCore

/// A wrong feature, without which the stream goes on.
package struct RejectedFeature: Sendable, Hashable {
  /// The kind of fault: a stable word, which is the raw value of a code of the ledger.
  package var code: String
  /// The start of the feature.
  package var location: InputLocation
  /// The offset in bytes of the fault itself, in the uncompressed stream; the feature's own if it is not known.
  package var faultOffset: UInt64
  /// The text of the feature's id, if it could be read.
  package var id: String?
  /// The explanation in plain words.
  package var message: String
  /// The beginning of a text that is not a feature's, or too large, and so in no slice: up to 1,000 bytes; bytes that
  /// are not UTF-8 are replaced.
  package var stray: String?
}
