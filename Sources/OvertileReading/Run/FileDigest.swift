import Foundation
import OvertileCore
import OvertileTileArchive

/// Digests of what a run reads: SHA-256 in hexadecimal, or a quick one.
package enum FileDigest {
  /// The digest of a text.
  package static func text(_ text: String) -> String { SHA256.text(of: Data(text.utf8)) }

  /// A quick digest of some bytes of a file, by which a change is noticed. O(bytes).
  static func change(_ file: InputFile, _ range: Range<Int>, seed: UInt64 = 0) throws -> UInt64 {
    try stride(from: range.lowerBound, to: range.upperBound, by: 1 << 18).reduce(seed) { digest, start in
      XXHash64.hash(try file.bytes(start..<min(start + 1 << 18, range.upperBound)), seed: digest)
    }
  }

  /// The digest of so many pairs of words.
  package static func words(_ count: Int, _ pair: (Int) -> (UInt64, UInt64)) -> String {
    let digest = SHA256()
    var buffer: [UInt64] = []
    for index in 0..<count {
      let (a, b) = pair(index)
      buffer.append(a.littleEndian)
      buffer.append(b.littleEndian)
      guard buffer.count >= 1 << 13 else { continue }
      buffer.withUnsafeBytes { digest.update($0) }
      buffer.removeAll(keepingCapacity: true)
    }
    buffer.withUnsafeBytes { digest.update($0) }
    return digest.finishAsText()
  }
}
