import OvertileGeoJSON

/// The bytes of a share of a file, slice by slice: by them the process that builds knows the file again without looking for features.
struct ShareMarks: Sendable {
  /// The number of the first slice in its file.
  let first: Int
  /// Per slice its bytes; nil for one without features.
  private(set) var slices: [StreamMark?] = []
  /// The bytes behind the last slice, up to the next share or the end of the file; nil if the file was not read so far.
  private(set) var rest: StreamMark?
  /// Whether the share was read without an error of the stream.
  private(set) var isWhole = true
  /// Whether a splitter would find nothing beside the slices that must be told, and tasks have the results of all of them.
  private(set) var isPlain = true

  /// No slices yet.
  init(first: Int) { self.first = first }

  /// Marks that were made before.
  init(first: Int, slices: [StreamMark?], rest: StreamMark?, isWhole: Bool, isPlain: Bool) {
    (self.first, self.slices, self.rest) = (first, slices, rest)
    (self.isWhole, self.isPlain) = (isWhole, isPlain)
  }

  /// Adds a slice.
  ///
  /// - Parameters:
  ///   - bytes: nil for one without features.
  ///   - hasResults: whether the task writes its results.
  mutating func append(_ bytes: StreamMark?, hasResults: Bool) {
    slices.append(bytes)
    if bytes == nil || !hasResults { isPlain = false }
  }

  /// Ends the share.
  ///
  /// - Parameters:
  ///   - isWhole: whether the share was read without an error of the stream.
  ///   - isPlain: whether the splitter found nothing beside the slices that must be told.
  mutating func end(_ rest: StreamMark?, isWhole: Bool, isPlain: Bool) {
    (self.rest, self.isWhole) = (rest, isWhole)
    if rest == nil || !isWhole || !isPlain { self.isPlain = false }
  }
}
