import OvertileGeoJSON

/// The results of a source's slices that tasks of other processes have made.
struct ResultsElsewhere: Sendable {
  /// Whether layers have their rows whole, and not their digests alone.
  let withRows: Bool
  /// A file whose slices need not be found again, by its index among the source's; nil for one that must be split.
  let markedFile: @Sendable (Int) throws -> MarkedFile?
  /// Checks the bytes behind the last slice of a file that was split, by the mark of these.
  let checkEnd: @Sendable (Int, StreamMark?) throws -> Void
  /// Whether a file was read there without an error of the stream.
  let isWhole: @Sendable (Int) throws -> Bool
  /// The results of a slice; nil for those that only reading it here can make.
  let outcome: @Sendable (SliceToRead) throws -> SourceWorker.Outcome?
}
