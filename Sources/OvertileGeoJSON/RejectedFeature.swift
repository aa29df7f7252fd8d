import OvertileCore

/// A wrong feature, without which the stream goes on.
package struct RejectedFeature: Sendable, Hashable {
  /// The kind of fault, as a stable word; in the order of the parser's `CSFaultCode`.
  package enum Code: String, Sendable, CaseIterable {
    /// The text is not JSON.
    case invalidJSON = "invalid-json"
    /// The bytes are not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// A string has an unknown escape or half a surrogate pair.
    case invalidEscape = "invalid-escape"
    /// The text is JSON but not an object.
    case notAnObject = "not-an-object"
    /// The type is missing, or not a feature's or geometry's.
    case unknownType = "unknown-type"
    /// The feature has no geometry member.
    case missingGeometry = "missing-geometry"
    /// The geometry is neither null nor an object of a geometry's form.
    case invalidGeometry = "invalid-geometry"
    /// A coordinate is not a number, a position has fewer than two, or the nesting does not fit the type.
    case invalidCoordinates = "invalid-coordinates"
    /// A number is beyond the range of 64-bit floating point.
    case numberOutOfRange = "number-out-of-range"
    /// The id is neither a string nor a number.
    case invalidID = "invalid-id"
    /// The properties are neither an object nor null.
    case invalidProperties = "invalid-properties"
    /// A ring has fewer than four positions.
    case ringTooShort = "ring-too-short"
    /// A ring's last position differs from its first.
    case ringNotClosed = "ring-not-closed"
    /// A line has only one position.
    case lineTooShort = "line-too-short"
    /// Nesting is deeper than 512 arrays and objects in a value, or 32 geometry collections.
    case tooDeep = "too-deep"
    /// The feature's text is larger than the splitter's limit, 512 MiB by default.
    case tooLarge = "too-large"
  }

  /// The kind of fault.
  package var code: Code
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
