import OvertileCore

/// The state of a splitter between two slices, so that another one, also in another process, goes on as it would have.
package struct SplitterBookmark: Sendable, Codable {
  /// The offset of the next byte to examine.
  package let byteOffset: Int
  let line: UInt64
  let nextIndex: UInt64
  let kind: FeatureSplitter.Kind
  let state: FeatureSplitter.State
  let collection: CollectionMembers
  let textCount: Int
  let standsOnOneLine: Bool?
  let isTyped: Bool
  /// The `crs` members of collections before it.
  package let crsMembers: [LegacyCRS]
  let collectionNotes: [CollectionNote]
  let strayCommas: Int
  let firstStrayComma: UInt64
  let partial: Int
  let firstPartial: String
}

extension FeatureSplitter {
  /// Whether the input is compressed, known after the first slice.
  package var isInflated: Bool { window.isInflated }

  /// The bookmark after the slice that was returned last; nil where the stream ends or is compressed, and before the first.
  package var bookmark: SplitterBookmark? {
    guard failure == nil, !isInflated, let kind, view.end > at else { return nil }
    countLines(to: at)
    return SplitterBookmark(
      byteOffset: at, line: line, nextIndex: nextIndex, kind: kind, state: state, collection: collection,
      textCount: textCount, standsOnOneLine: standsOnOneLine, isTyped: isTyped, crsMembers: crsMembers,
      collectionNotes: collectionNotes, strayCommas: strayCommas.count, firstStrayComma: strayCommas.byteOffset,
      partial: partial.count, firstPartial: partial.first)
  }

  /// Opens a regular file, and goes on from a bookmark.
  ///
  /// - Throws: `cannotOpen` or `cannotRead`.
  package convenience init(
    file path: String, from bookmark: SplitterBookmark, options: Options
  ) throws(GeoJSONError) {
    let file = try DescriptorSource(regularFile: path)
    guard lseek(file.descriptor, off_t(bookmark.byteOffset), SEEK_SET) >= 0 else {
      throw GeoJSONError(.cannotRead, "the input cannot be read", underlying: String(cString: strerror(errno)))
    }
    let source = InflatingSource(file, readByteCount: options.readByteCount, isPlain: true)
    self.init(StreamWindow(source, options, at: bookmark.byteOffset), path: path, options)
    (at, countedTo, line, nextIndex) =
      (bookmark.byteOffset, bookmark.byteOffset, bookmark.line, bookmark.nextIndex)
    (kind, state, collection) = (bookmark.kind, bookmark.state, bookmark.collection)
    (textCount, standsOnOneLine, isTyped) = (bookmark.textCount, bookmark.standsOnOneLine, bookmark.isTyped)
    (crsMembers, collectionNotes) = (bookmark.crsMembers, bookmark.collectionNotes)
    strayCommas = (bookmark.strayCommas, bookmark.firstStrayComma)
    partial = (bookmark.partial, bookmark.firstPartial)
  }
}
