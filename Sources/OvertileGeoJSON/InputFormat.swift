/// A format of inputs that is parsed here: how a stream is cut into slices, and how a slice is read.
package protocol InputFormat: Sendable {
  /// The endings of the names of its files, in lowercase and with their dots.
  var endings: [String] { get }

  /// Opens an input; goes on from a bookmark of such a stream if there is one.
  ///
  /// - Throws: `cannotOpen`, `cannotRead` or a gzip code.
  func open(
    _ input: GeoJSONInput, from bookmark: SplitterBookmark?, _ options: FeatureSplitter.Options
  ) throws(GeoJSONError) -> any SliceStream

  /// Reads a slice, on any thread. Wrong features are in the result.
  ///
  /// - Parameter closesRings: whether a ring that does not end where it began is closed; otherwise its feature is rejected.
  /// - Throws: `outOfMemory` only.
  func parse(_ slice: FeatureSlice, closesRings: Bool) throws(GeoJSONError) -> ParsedSlice
}

/// The formats that are parsed here. A file whose name has no ending of another one is GeoJSON.
package enum InputFormats {
  /// Every format, GeoJSON last.
  static let all: [any InputFormat] = [FeatureParser()]

  /// The format of standard input and of the output of commands.
  package static let geoJSON: any InputFormat = FeatureParser()

  /// The format of a file, by the ending of its name.
  package static func ofFile(_ path: String) -> any InputFormat {
    let name = path.lowercased()
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    return all.first { $0.endings.contains(where: plain.hasSuffix) } ?? geoJSON
  }
}

/// A stream of features that is cut into slices, used by one task at a time.
package protocol SliceStream: AnyObject {
  /// The next slice, or nil at the end. An error is thrown after the last slice of complete features before it.
  func next() throws(GeoJSONError) -> FeatureSlice?

  /// The approximate bytes of the input, as it is stored, that the slices so far came from.
  var storedByteCount: UInt64 { get }
  /// Where another stream can go on after the slice that was returned last; nil where none can.
  var bookmark: SplitterBookmark? { get }
  /// Whether the input is compressed, known after the first slice.
  var isInflated: Bool { get }
  /// The distinct `crs` members found so far outside of features.
  var crsMembers: [LegacyCRS] { get }
  /// Commas between texts, which are ignored: how many, and the offset of the first.
  var strayCommas: (count: Int, byteOffset: UInt64) { get }
  /// Odd but accepted parts outside of features, the first few.
  var collectionNotes: [CollectionNote] { get }
  /// The accepted collections that say that they are a part of their data: their number, and what the first one says.
  var partial: (count: Int, first: String) { get }
}

extension SliceStream {
  package var bookmark: SplitterBookmark? { nil }
  package var isInflated: Bool { false }
  package var crsMembers: [LegacyCRS] { [] }
  package var strayCommas: (count: Int, byteOffset: UInt64) { (0, 0) }
  package var collectionNotes: [CollectionNote] { [] }
  package var partial: (count: Int, first: String) { (0, "") }
}
