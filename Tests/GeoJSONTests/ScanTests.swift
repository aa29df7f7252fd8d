import COvertileSimdjson
import TestSupport
import Testing

@Suite("The structural scan")
struct ScanTests {
  /// One byte after the other: where the brackets close, or the first stop byte.
  private func plain(_ bytes: [UInt8], stop: Int32) -> (Int, CSScanEvent) {
    var (depth, inString, escaped) = (0, false, false)
    for (index, byte) in bytes.enumerated() {
      if Int32(byte) == stop { return (index, CSScanStop) }
      let isEscaped = escaped
      escaped = byte == UInt8(ascii: "\\") && !isEscaped
      if byte == UInt8(ascii: "\""), !isEscaped { inString.toggle() }
      if inString { continue }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
      if depth <= 0, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { return (index + 1, CSScanClosed) }
    }
    return (bytes.count, CSScanMore)
  }

  @Test("equals a plain scan, in any pieces")
  func chunks() {
    let alphabet = Array("{{[[]}\"\"\\\\ab,:\n".utf8)
    for seed in seeds(3000) {
      var random = SeededRandom(seed: seed)
      let letters = Int.random(in: 1...alphabet.count, using: &random)
      let bytes =
        [UInt8(ascii: "{")]
        + (0..<Int.random(in: 0...300, using: &random)).map { _ in
          alphabet[Int.random(in: 0..<letters, using: &random)]
        }
      let stop: Int32 = Bool.random(using: &random) ? 10 : -1
      var (state, event, at) = (CSScan(), CSScanMore, 0)
      while event == CSScanMore, at < bytes.count {
        let length = Int.random(in: 1...min(bytes.count - at, 150), using: &random)
        at += bytes.withUnsafeBufferPointer { cs_scan(&state, $0.baseAddress.map { $0 + at }, length, stop, &event) }
      }
      let expected = plain(bytes, stop: stop)
      #expect(at == expected.0 && event == expected.1, "seed \(seed)")
    }
  }

  @Test("counts line feeds")
  func lines() {
    for count in 0..<100 {
      let bytes = (0..<count).map { UInt8($0 % 3 == 0 ? 10 : 0x8A) }
      #expect(cs_count_lines(bytes, count) == (count + 2) / 3)
    }
  }
}
