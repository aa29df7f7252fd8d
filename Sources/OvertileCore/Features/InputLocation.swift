/// The source location of a feature: its position in the input it was read from.
package struct InputLocation: Sendable, Hashable, Codable, BitwiseCopyable {
  /// The offset in bytes of the feature's first byte, in the uncompressed stream, from 0.
  package var byteOffset: UInt64
  /// The line of that byte, from 1.
  package var line: UInt64
  /// The feature's ordinal in its stream, from 0.
  package var index: UInt64

  /// Creates a location.
  package init(byteOffset: UInt64, line: UInt64, index: UInt64) {
    self.byteOffset = byteOffset
    self.line = line
    self.index = index
  }
}
