/// A format that is read here, and not by GDAL: cuts the bytes of an input into slices, one after the other, and parses a slice
/// on any thread.
///
/// To add one, write a type that conforms, in a file of its own, and name it in ``InputFormats``.
package protocol InputFormat: AnyObject, SendableMetatype {
  /// Whether inputs of this name have the format.
  static func reads(_ name: String) -> Bool

  /// Begins an input; with a bookmark of the same file, whose bytes begin there, goes on from it.
  init(_ input: ByteStream, from bookmark: SplitterBookmark?, options: FeatureSplitter.Options)

  /// The next slice, or nil at the end.
  func next() throws(GeoJSONError) -> FeatureSlice?

  /// Parses a slice; wrong features are in the result.
  ///
  /// - Parameter closesRings: whether a ring of three positions or more that does not end where it began is closed;
  ///   otherwise its feature is rejected.
  static func parse(_ slice: FeatureSlice, closesRings: Bool) throws(GeoJSONError) -> ParsedSlice

  /// The place after the slice that was returned last, where another reader can go on; nil where none can.
  var bookmark: SplitterBookmark? { get }
  /// Whether the input is compressed, known after the first slice.
  var isInflated: Bool { get }
  /// The distinct `crs` members so far that belong to no feature.
  var crsMembers: [LegacyCRS] { get }
  /// What was odd between features but accepted, the first few: each in plain words, with its place.
  var notes: [String] { get }
}

/// The formats that are read here.
package enum InputFormats {
  /// All of them; the last one reads what no other does.
  private static let all: [any InputFormat.Type] = [FeatureSplitter.self]

  /// The format of an input of this name.
  package static func format(of name: String) -> any InputFormat.Type {
    all.first { $0.reads(name) } ?? FeatureSplitter.self
  }
}
