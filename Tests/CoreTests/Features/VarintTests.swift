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
      var location = 0
      let found = bytes.withUnsafeBytes { Varint.read($0, &location) }
      #expect(try read(bytes) == number && found == number)
      #expect(location == bytes.count && bytes.count == Varint.size(number))
    }
  }

  @Test(arguments: [0, 1, -1, 63, -64, 64, .min, .max] as [Int64])
  func numbersOfEitherSignAreReadBack(number: Int64) {
    var bytes: Column<UInt8> = []
    Varint.append(signed: number, to: &bytes)
    var location = 0
    #expect(bytes.withUnsafeBytes { Varint.readSigned($0, &location) } == number)
  }

  @Test func whatEndsTooEarlyIsCutShortAndWhatIsBeyond64BitsTooLarge() {
    let nines = [UInt8](repeating: 0xFF, count: 9)
    let cases: [([UInt8], Varint.Fault)] = [
      ([], .cutShort), ([0x80, 0xFF], .cutShort), (nines + [0x02], .tooLarge), (nines + [0x80, 0x01], .tooLarge),
    ]
    for (bytes, fault) in cases { #expect(throws: fault) { try read(bytes) } }
  }

  private func read(_ bytes: [UInt8]) throws -> UInt64 {
    var rest = bytes[...]
    return try Varint.read { rest.popFirst() }
  }
}
