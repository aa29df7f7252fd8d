import OvertileCore

/// The state of a splitter between two slices, so that another one, also in another process, goes on as it would have.
package struct SplitterBookmark: Sendable, Codable {
  /// The offset of the next byte to examine.
  package internal(set) var byteOffset = 0
  /// The line of the bytes up to which lines are counted.
  var line: UInt64 = 1
  /// The number of the next feature in the stream.
  var nextIndex: UInt64 = 0
  /// The kind of stream, known after its first bytes.
  var kind: FeatureSplitter.Kind?
  var state = FeatureSplitter.State.start
  var collection = CollectionMembers()
  /// The number of texts so far.
  var textCount = 0
  /// Whether every text so far was on one line; nil before the first.
  var standsOnOneLine: Bool?
  /// Whether the text that is being read has stated its type, one of GeoJSON's.
  var isTyped = false
  /// Whether there was a comma between texts.
  var hasStrayComma = false
  /// The distinct `crs` members of collections so far; those of single features and geometries are in ``ParsedSlice/crs``.
  package internal(set) var crsMembers: [LegacyCRS] = []
  /// What is odd between features but accepted, the first few: each in plain words, with its place.
  var notes: [String] = []
}
