internal import COvertileSimdjson
import OvertileCore

/// Consecutive features of a stream as text: what a ``FeatureSplitter`` yields and a ``ParsedSlice`` reads.
///
/// The bytes never change, so slices may be parsed on any thread, at once and in any order.
package struct FeatureSlice: Sendable {
  /// Per feature: its source location.
  package let locations: [InputLocation]
  /// The faults that the splitter itself found between the features.
  package let rejected: [RejectedFeature]
  let ranges: [CSRange]
  let bytes: SliceBytes?

  /// The number of features, right or wrong.
  package var count: Int { locations.count }

  /// The number of bytes, from the first feature's first to the last one's last.
  package var byteCount: Int { bytes?.count ?? 0 }

  /// Calls a closure with a feature's text, which is valid during the call only.
  package func withText<R>(ofFeature index: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    let range = ranges[index]
    return try body(UnsafeRawBufferPointer(start: bytes.map { $0.start + range.start }, count: range.length))
  }
}
