import TestSupport
import Testing

@testable import OvertileVectorTile

@Suite struct LayerBytesTests {
  /// A length-delimited field.
  private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [number << 3 | 2] + [UInt8(bytes.count)] + bytes
  }

  /// A layer with a name, in front of a field that a feature's reader would stumble over.
  private static func layer(_ name: String) -> [UInt8] {
    field(3, field(2, [0xFF, 0xFF]) + field(1, Array(name.utf8)) + [15 << 3, 2])
  }

  @Test func keepsTheBytesOfLayersInTheirOrder() throws {
    let (a, b, c) = (Self.layer("a"), Self.layer("b"), Self.layer("c"))
    let tile = a + b + c
    #expect(try LayerBytes.names(of: tile) == ["a", "b", "c"])
    // Fields that tiles do not have are left out, layers of one name are kept, and of two names the last counts.
    let others = Self.field(9, [1, 2]) + a + [1 << 3, 5] + b
    let late = Self.field(3, [15 << 3, 2] + Self.field(1, [0x61]))
    let renamed = Self.field(3, Self.field(1, [0x61]) + Self.field(1, [0x62]))
    let cases: [(names: Set<String>, tile: [UInt8], kept: [UInt8])] = [
      (["c", "a"], tile, a + c), (["a", "b", "c"], tile, tile), (["x"], tile, []), (["x"], [], []),
      (["a", "b"], others, a + b), (["a"], late + b + a, late + a), (["b"], renamed, renamed),
    ]
    for (names, tile, kept) in cases { #expect(try LayerBytes.keeping(names, of: tile) == kept, "\(names)") }
  }

  @Test func damagedLengthsAreErrors() {
    let tile = Self.layer("a")
    for count in 1..<tile.count {
      DamagedFiles.keep(.vectorTile, Array(tile.prefix(count)), .rejected, "\(count)")
      #expect(throws: VectorTileError.self) { try LayerBytes.keeping(["a"], of: Array(tile.prefix(count))) }
    }
  }

  /// Cut numbers and lengths, layers that are numbers or without a name, and a name that is not UTF-8.
  private static let damaged = [
    "FFFFFFFF", "1A0901", "1801", "1A00", "1A020801", "1A040A02FFFE",
  ]

  @Test(arguments: damaged) func damagedTilesAreErrors(hexadecimal: String) {
    let digits = Array(hexadecimal.utf8)
    let tile = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
    DamagedFiles.keep(.vectorTile, tile, .rejected, hexadecimal)
    #expect(throws: VectorTileError.self) { try LayerBytes.names(of: tile) }
    #expect(throws: VectorTileError.self) { try LayerBytes.keeping(["a"], of: tile) }
  }
}
