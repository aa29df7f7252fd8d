internal import COvertileSimdjson
public import OvertileFeatures

/// Consecutive features of a stream as text: what a ``FeatureSplitter`` yields and a ``FeatureParser`` reads.
///
/// The bytes never change, so slices may be parsed on any thread, at once and in any order.
public struct FeatureSlice: Sendable {
  /// Per feature: its place in the source.
  public let locations: [SourceLocation]
  /// What the splitter itself found wrong between the features.
  public let rejected: [RejectedFeature]
  let ranges: [CSRange]
  let bytes: SliceBytes?

  /// The number of features, right or wrong.
  public var count: Int { locations.count }

  /// The number of bytes, from the first feature's first to the last one's last.
  public var byteCount: Int { bytes?.count ?? 0 }

  /// Calls a closure with a feature's text, which is valid during the call only.
  public func withText<R>(ofFeature index: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    let range = ranges[index]
    return try body(UnsafeRawBufferPointer(start: bytes.map { $0.start + range.start }, count: range.length))
  }
}
