/// The reason that a whole stream cannot be read. One wrong feature is a ``RejectedFeature`` instead.
package struct GeoJSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error, as a stable word.
  package enum Code: String, Sendable, CaseIterable {
    /// The file cannot be opened.
    case cannotOpen = "cannot-open"
    /// Reading failed.
    case cannotRead = "cannot-read"
    /// The gzip data are damaged.
    case corruptGzip = "corrupt-gzip"
    /// The gzip data end early.
    case truncatedGzip = "truncated-gzip"
    /// There is nothing but white space.
    case empty = "empty"
    /// The stream does not begin like GeoJSON.
    case notGeoJSON = "not-geojson"
    /// The stream ends inside a text.
    case truncated = "truncated"
    /// A collection has no array of features.
    case noFeatures = "no-features"
    /// A collection says itself that it is a part of its data.
    case partial
    /// The type is not one of GeoJSON's.
    case unknownType = "unknown-type"
    /// The brackets, commas or keys between a collection's features are wrong.
    case brokenCollection = "broken-collection"
    /// A text is larger than the splitter's limit.
    case textTooLarge = "text-too-large"
    /// Memory is exhausted.
    case outOfMemory = "out-of-memory"
  }

  /// The kind of error.
  package var code: Code
  /// The explanation in plain words.
  package var message: String
  /// The offset in bytes from 0 in the uncompressed stream, if known.
  package var byteOffset: UInt64?
  /// The line of that byte, from 1, if known.
  package var line: UInt64?
  /// The text of the operating system or the C library, if there is one.
  package var underlying: String?
  /// The advice, a sentence without its full stop, if there is any.
  package var advice: String?

  /// The advice on an input that ends early.
  static let cutShort = "The input is incomplete. Create or fetch it again"

  /// The size of a text that is too large, in bytes, if known.
  package var textByteCount: Int?

  /// Makes an error.
  package init(
    _ code: Code, _ message: String, byteOffset: UInt64? = nil, underlying: String? = nil, advice: String? = nil
  ) {
    (self.code, self.message, self.byteOffset) = (code, message, byteOffset)
    (self.underlying, self.advice) = (underlying, advice)
  }

  static func cannotOpen(_ path: String, _ underlying: String) -> GeoJSONError {
    GeoJSONError(.cannotOpen, "\(path) cannot be opened", underlying: underlying)
  }

  static func cannotRead(_ underlying: String) -> GeoJSONError {
    GeoJSONError(.cannotRead, "the input cannot be read", underlying: underlying)
  }

  /// The message with the known location and cause; not the advice.
  package var description: String {
    var text = message
    if let line { text += ", line \(line)" }
    if let byteOffset { text += ", byte \(byteOffset)" }
    if let underlying { text += " (\(underlying))" }
    return text
  }
}
