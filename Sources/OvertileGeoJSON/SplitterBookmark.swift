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
  /// What was found so far besides features.
  package internal(set) var findings = SplitterFindings()
}

/// What a splitter finds besides features.
package struct SplitterFindings: Sendable, Codable {
  /// The distinct `crs` members of collections; those of single features and geometries are in ``ParsedSlice/crs``.
  package internal(set) var crsMembers: [LegacyCRS] = []
  /// Odd but accepted members of collections, the first few: each in plain words, with its place and code.
  package internal(set) var collectionNotes: [String] = []
  /// Commas between texts, which are not allowed and ignored: how many, and the offset of the first.
  package internal(set) var strayCommas = 0
  package internal(set) var firstStrayComma: UInt64 = 0
  /// The collections that say that they are a part of their data, if they are accepted: their number, and what the first one says.
  package internal(set) var partial = 0
  package internal(set) var firstPartial = ""
}
