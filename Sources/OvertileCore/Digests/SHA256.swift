import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#else
  import COvertileCrypto
#endif

/// A SHA-256 digest in the making (FIPS 180-4), by the system's own library: CryptoKit on Apple platforms, libcrypto
/// elsewhere, which PROJ loads already.
///
/// A class, so that it is made once and receives bytes from anywhere. Not safe for several threads at once.
package final class SHA256 {
  #if canImport(CryptoKit)
    private var state = CryptoKit.SHA256()
  #else
    private var state = SHA256_CTX()
  #endif

  /// The number of bytes of a digest.
  package static let byteCount = 32

  /// The digest of no bytes so far.
  package init() {
    #if !canImport(CryptoKit)
      SHA256_Init(&state)
    #endif
  }

  /// Adds bytes. O(n).
  package func update(_ bytes: UnsafeRawBufferPointer) {
    #if canImport(CryptoKit)
      state.update(bufferPointer: bytes)
    #else
      SHA256_Update(&state, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Adds bytes. O(n).
  package func update(_ bytes: some ContiguousBytes) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The digest of all added bytes; call it once, at the end.
  package func finish() -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(state.finalize())
    #else
      var digest = [UInt8](repeating: 0, count: Self.byteCount)
      SHA256_Final(&digest, &state)
      return digest
    #endif
  }

  /// The digest of all added bytes in hexadecimal; call it once, at the end.
  package func finishAsText() -> String { Self.text(finish()) }

  /// The digest of some bytes.
  package static func hash(_ bytes: some ContiguousBytes) -> [UInt8] {
    let digest = SHA256()
    digest.update(bytes)
    return digest.finish()
  }

  /// The digest of some bytes in hexadecimal.
  package static func text(of bytes: some ContiguousBytes) -> String { text(hash(bytes)) }

  /// A digest in hexadecimal, 64 lower-case digits.
  package static func text(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Whether a text has the form of a digest in hexadecimal.
  package static func isText(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 2 * byteCount && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
