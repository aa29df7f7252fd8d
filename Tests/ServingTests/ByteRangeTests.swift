import Testing

@testable import OvertileServing

/// Ranges of RFC 9110, section 14, of content with 10 bytes.
@Suite struct ByteRangeTests {
  @Test(arguments: [
    ("bytes=0-0", ByteRange.part(0..<1)), ("bytes=0-9", .part(0..<10)), ("bytes=3-5", .part(3..<6)),
    ("bytes=0-99", .part(0..<10)), ("bytes=9-", .part(9..<10)), ("bytes=-1", .part(9..<10)),
    ("bytes=-10", .part(0..<10)), ("bytes=-11", .part(0..<10)), ("Bytes=2-3", .part(2..<4)),
    ("bytes= 2-3 ", .part(2..<4)), ("bytes=0-18446744073709551616", .part(0..<10)),
    ("bytes=0-99999999999999999999999999", .part(0..<10)),
    // Several: the whole may be sent.
    ("bytes=0-1,4-5", .whole), ("bytes=0-1,-1", .whole), ("bytes=2-3,20-30", .whole),
    // None inside.
    ("bytes=10-", .outside), ("bytes=10-20", .outside), ("bytes=-0", .outside),
    ("bytes=18446744073709551616-", .outside),
    // Malformed, or another unit: as if there were none.
    ("bytes=", .whole), ("bytes=-", .whole), ("bytes=5-3", .whole), ("bytes=a-b", .whole), ("bytes=1-2-3", .whole),
    ("bytes=1-2,x", .whole), ("bytes", .whole), ("", .whole), ("items=0-5", .whole), ("bytes=+1-2", .whole),
    ("bytes=1--2", .whole), ("bytes=0x1-2", .whole), ("bytes=1.5-2", .whole), ("bytes=\u{0661}-2", .whole),
  ])
  func reads(_ field: String, _ expected: ByteRange) {
    #expect(ByteRange(field, size: 10) == expected)
  }

  @Test func nothingIsInsideOfNothing() {
    #expect(ByteRange("bytes=0-0", size: 0) == .whole && ByteRange(nil, size: 10) == .whole)
  }
}
