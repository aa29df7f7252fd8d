import TestSupport
import Testing

@testable import OvertileCore

@Suite struct VarintTests {
  @Test func whatIsWrittenIsReadBack() throws {
    var numbers: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, 1 << 62, 1 << 63, .max]
    for seed in seeds(4) {
      var random = SeededRandom(seed: seed)
      numbers += (0..<500).map { _ in random.next() >> UInt64.random(in: 0..<64, using: &random) }
    }
    for number in numbers {
      var bytes: [UInt8] = []
      Varint.append(number, to: &bytes)
      #expect(bytes.count == Varint.size(number))
      #expect(try read(bytes) == number)
      var location = 0
      #expect(bytes.withUnsafeBytes { Varint.read($0, &location) } == number && location == bytes.count)
    }
  }

  @Test(arguments: [0, 1, -1, 63, -64, 64, .min, .max] as [Int64])
  func numbersOfEitherSignAreReadBack(number: Int64) {
    var bytes: Column<UInt8> = []
    Varint.append(signed: number, to: &bytes)
    var location = 0
    #expect(bytes.withUnsafeBytes { Varint.readSigned($0, &location) } == number)
  }

  @Test func whatEndsTooEarlyIsCutShort() {
    #expect(throws: Varint.Fault.cutShort) { try read([]) }
    #expect(throws: Varint.Fault.cutShort) { try read([0x80, 0xFF]) }
  }

  @Test func whatIsBeyond64BitsIsTooLarge() {
    let nines = [UInt8](repeating: 0xFF, count: 9)
    #expect(throws: Varint.Fault.tooLarge) { try read(nines + [0x02]) }
    #expect(throws: Varint.Fault.tooLarge) { try read(nines + [0x80, 0x01]) }
  }

  private func read(_ bytes: [UInt8]) throws -> UInt64 {
    var rest = bytes[...]
    return try Varint.read { rest.popFirst() }
  }
}
