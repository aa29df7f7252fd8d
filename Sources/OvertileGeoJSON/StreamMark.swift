/// Some bytes of a stream, and their digest: by it another process knows that it would read the same.
package struct StreamMark: Sendable, Hashable {
  /// The positions in the stream, without compression, from its first byte on.
  package let range: Range<Int>
  /// The XXH64 of the bytes.
  package let digest: UInt64

  /// Makes a mark.
  package init(range: Range<Int>, digest: UInt64) { (self.range, self.digest) = (range, digest) }
}
