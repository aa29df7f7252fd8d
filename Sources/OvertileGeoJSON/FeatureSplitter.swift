internal import COvertileSimdjson
import OvertileCore

/// Cuts a stream of GeoJSON into slices of whole features, without parsing them.
///
/// The kind of stream is recognized by its first bytes: a GeoJSON text sequence (RFC 8142) begins with a record
/// separator; anything else is one or more JSON texts. A text is a FeatureCollection, whose features are streamed and
/// may be of any number, or a feature or geometry. Texts are separated by their brackets, so they may be
/// pretty-printed; a line feed before a `{` that cannot belong to the text ends a broken text, and so does one before a
/// line that begins with `{` if the texts before were on one line each.
///
/// A splitter is used by one task at a time, and no closure comes back to it, so the variables that it uses for each
/// feature are used without checks of exclusive access. Memory: a slice and a read buffer; a text larger than a slice
/// grows both. Time O(bytes), a scan for brackets outside strings.
package final class FeatureSplitter: InputFormat {
  /// Sizes in bytes.
  package struct Options: Sendable, Hashable {
    /// A slice ends with the first feature that reaches this size. Default 1 MiB.
    package var sliceByteCount: Int
    /// The bytes of one read. Default 1 MiB.
    package var readByteCount: Int
    /// The largest text of one feature. Default 512 MiB.
    package var limitByteCount: Int
    /// Whether a larger feature is rejected and skipped; otherwise it is an error of the stream, which states its size.
    /// Default true.
    package var passesOverTooLarge = true
    /// Whether a collection that says that it is a part of its data is accepted; otherwise it is an error of the stream.
    /// Default false.
    package var acceptsPartial = false

    /// Makes sizes, each at least 1.
    package init(
      sliceByteCount: Int = 1 << 20, readByteCount: Int = 1 << 20, limitByteCount: Int = 512 << 20
    ) {
      self.sliceByteCount = max(1, sliceByteCount)
      self.readByteCount = max(1, readByteCount)
      self.limitByteCount = max(1, limitByteCount)
    }

    /// The bytes to which a window grows for a single text at most.
    var windowByteCount: Int {
      let limit = limitByteCount.addingReportingOverflow(sliceByteCount)
      return limit.overflow ? .max : limit.partialValue
    }
  }

  /// The kind of a stream, by its first bytes.
  enum Kind: String, Sendable, Codable {
    /// JSON texts one after the other, often one only.
    case texts
    /// An RFC 8142 sequence.
    case sequence
  }

  enum State: Codable, Sendable {
    case start, texts
    case elements(first: Bool)
    case members(first: Bool)
    case ended
  }

  package var crsMembers: [LegacyCRS] { place.crsMembers }
  package var notes: [String] { place.notes }
  package var isInflated: Bool { window.isInflated }

  let window: StreamWindow
  /// The window's view as it is now.
  @exclusivity(unchecked)
  var view: WindowView
  let options: Options
  /// Where it is, apart from its position.
  @exclusivity(unchecked)
  var place = SplitterBookmark()
  /// The next byte to examine.
  @exclusivity(unchecked)
  var at = 0
  /// The start of the bytes that must be kept, besides the pending features.
  @exclusivity(unchecked)
  var held: Int?
  /// The start of the last feature that is too large and was rejected.
  @exclusivity(unchecked)
  var tooLarge: Int?
  /// The slice before a feature that is too large.
  var ready: FeatureSlice?

  // The pending slice.
  @exclusivity(unchecked)
  var sliceStart: Int?
  @exclusivity(unchecked)
  var ranges: [CSRange] = []
  @exclusivity(unchecked)
  var locations: [InputLocation] = []
  var rejected: [RejectedFeature] = []
  var failure: GeoJSONError?

  /// The byte before which lines are counted.
  @exclusivity(unchecked)
  var countedTo = 0

  package static func reads(_ name: String) -> Bool { true }

  package static func parse(_ slice: FeatureSlice, closesRings: Bool) throws(GeoJSONError) -> ParsedSlice {
    try ParsedSlice(slice, closesRings: closesRings)
  }

  /// Begins an input, whose bytes may be compressed.
  package init(_ input: ByteStream, from bookmark: SplitterBookmark? = nil, options: Options = Options()) {
    place = bookmark ?? SplitterBookmark()
    (at, countedTo) = (place.byteOffset, place.byteOffset)
    let source = InflatingSource(input, readByteCount: options.readByteCount, isPlain: bookmark != nil)
    window = StreamWindow(source, options, at: at)
    view = window.view
    self.options = options
  }

  /// The bookmark; nil where the stream ends or is compressed, and before the first slice.
  package var bookmark: SplitterBookmark? {
    guard failure == nil, !isInflated, place.kind != nil, ranges.isEmpty, rejected.isEmpty, view.end > at else {
      return nil
    }
    countLines(to: at)
    place.byteOffset = at
    return place
  }

  /// The next slice, or nil at the end. An error is thrown after the last slice of complete features before it, and
  /// again by every further call.
  package func next() throws(GeoJSONError) -> FeatureSlice? {
    if failure == nil {
      do { while !isSliceFull, try step() {} } catch { failure = located(error) }
    }
    if let slice = ready.take() ?? takeSlice() { return slice }
    if let failure { throw failure }
    return nil
  }

  private var isSliceFull: Bool {
    if ready != nil { return true }
    if let sliceStart, at - sliceStart >= options.sliceByteCount { return true }
    return rejected.count >= 1000
  }

  /// Goes on by one text, feature or member; false at the end of a slice or of the stream.
  private func step() throws(GeoJSONError) -> Bool {
    switch place.state {
    case .start: try start()
    case .texts: try text()
    case .elements(let first):
      do throws(GeoJSONError) { try element(first: first) } catch { try leaveCollection(error) }
      if case .members = place.state { return ranges.isEmpty }
    case .members(let first):
      do throws(GeoJSONError) { try member(first: first) } catch { try leaveCollection(error) }
    case .ended: return false
    }
    return true
  }

  /// The pending slice; nil without features and faults.
  func takeSlice() -> FeatureSlice? {
    guard !ranges.isEmpty || !rejected.isEmpty else { return nil }
    var bytes: SliceBytes?
    if let first = sliceStart, let last = ranges.last {
      let end = first + last.start + last.length
      countLines(to: end)
      bytes = window.cut(first..<end)
      view = window.view
    }
    let slice = FeatureSlice(locations: locations, rejected: rejected, ranges: ranges, bytes: bytes)
    let capacity = ranges.count + ranges.count / 8
    sliceStart = nil
    (ranges, locations, rejected) = ([], [], [])
    ranges.reserveCapacity(capacity)
    locations.reserveCapacity(capacity)
    return slice
  }

  /// Adds a feature's text to the slice.
  func deliver(_ range: Range<Int>) {
    let start = sliceStart ?? range.lowerBound
    sliceStart = start
    ranges.append(CSRange(start: range.lowerBound - start, length: range.count))
    locations.append(nextPosition(range.lowerBound))
  }

  /// Reports text that is not a feature's.
  func reject(at position: Int, fault: Int, _ message: String) {
    rejected.append(
      RejectedFeature(
        code: "invalid-json", location: nextPosition(position), faultOffset: UInt64(fault), id: nil, message: message))
  }

  /// Reports a feature whose text is larger than the limit, and keeps only its beginning.
  func rejectTooLarge(at start: Int) {
    let limit = options.limitByteCount
    let size = limit % (1 << 20) == 0 ? "\(limit >> 20) MiB" : "\(limit) bytes"
    var feature = RejectedFeature(
      code: "too-large", location: nextPosition(start), faultOffset: UInt64(start), id: nil,
      message: "the feature is larger than the limit of \(size), or its end is missing")
    feature.stray = String(decoding: bytes(start..<min(start + 1000, view.end)), as: UTF8.self)
    rejected.append(feature)
    tooLarge = start
    held = nil
  }

  /// Notes something odd that is accepted; only the first few of many.
  func note(_ message: String) {
    if place.notes.count < 5 { place.notes.append(message) }
  }

  /// Ends a text; returns whether it is to be delivered: one that is too large was rejected, or is an error by now.
  func isDelivered(_ text: Range<Int>) throws(GeoJSONError) -> Bool {
    guard tooLarge == text.lowerBound else { return true }
    guard !options.passesOverTooLarge else { return false }
    let location = rejected.removeLast().location
    var error = failure("a feature is \(text.count) bytes long", .textTooLarge, at: text.lowerBound)
    (error.textByteCount, error.line) = (text.count, location.line)
    throw error
  }

  private func nextPosition(_ position: Int) -> InputLocation {
    defer { place.nextIndex += 1 }
    return InputLocation(byteOffset: UInt64(position), line: countLines(to: position), index: place.nextIndex)
  }

  /// The line of a position; positions only grow.
  @discardableResult
  func countLines(to position: Int) -> UInt64 {
    let position = min(position, view.end)
    if position > countedTo {
      place.line += UInt64(cs_count_lines(view.base + (countedTo - view.start), position - countedTo))
      countedTo = position
    }
    return place.line
  }

  /// An error of the stream at a position, by default the one where it is.
  func failure(
    _ message: String, _ code: GeoJSONError.Code = .brokenCollection, at position: Int? = nil, advice: String? = nil
  ) -> GeoJSONError {
    GeoJSONError(code, message, byteOffset: UInt64(position ?? at), advice: advice)
  }

  /// The error with its line, if the bytes are still there.
  private func located(_ error: GeoJSONError) -> GeoJSONError {
    guard error.line == nil, let byteOffset = error.byteOffset else { return error }
    var error = error
    if let position = Int(exactly: byteOffset), position >= countedTo, position <= view.end {
      error.line = countLines(to: position)
    }
    return error
  }
}
