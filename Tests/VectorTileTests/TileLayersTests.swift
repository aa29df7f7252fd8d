import TestSupport
import Testing

@testable import OvertileVectorTile

@Suite struct TileLayersTests {
  /// A message of one layer: its name, its version, its extent and some bytes of features that nobody reads.
  private func layer(_ name: String, features: Int) -> [UInt8] {
    var message: [UInt8] = [0x0A, UInt8(name.utf8.count)] + Array(name.utf8)
    for index in 0..<features { message += [0x12, 3, 0x18, 1, UInt8(index % 100)] }
    return message + [0x28, 0x80, 0x20, 0x78, 2]
  }

  private func field(_ message: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    var rest = message.count
    while rest >= 0x80 { (length, rest) = (length + [UInt8(rest & 0x7F) | 0x80], rest >> 7) }
    return [0x1A] + length + [UInt8(rest)] + message
  }

  @Test func cutsOneLayerUnchanged() throws {
    let parts = [("a", 0), ("bc", 40), ("\u{FC}", 4000)].map { ($0.0, field(layer($0.0, features: $0.1))) }
    // A field that the specification does not define is left out.
    let tile = parts.flatMap(\.1) + [0x22, 1, 0]
    for (name, bytes) in parts { #expect(try TileLayers.cut(name, of: tile) == bytes) }
    #expect(try TileLayers.cut("b", of: tile) == nil)
    #expect(try TileLayers.cut("", of: tile) == nil)
    #expect(try TileLayers.cut("a", of: []) == nil)
  }

  @Test func aNameAtTheEndAndTwoLayersOfOneName() throws {
    let late = field([0x78, 2, 0x0A, 1, 0x61])
    let early = field(layer("a", features: 1))
    #expect(try TileLayers.cut("a", of: late + field(layer("b", features: 2)) + early) == late + early)
    // The last name counts.
    #expect(try TileLayers.cut("b", of: field([0x0A, 1, 0x61, 0x0A, 1, 0x62])) != nil)
  }

  @Test func damageIsAnError() {
    let tile = field(layer("a", features: 5))
    for count in 1..<tile.count {
      expectDamage(Array(tile.prefix(count)))
    }
    expectDamage([0x18, 1])
    expectDamage(field([0x0A, 2, 0xFF, 0xFE]))
  }

  private func expectDamage(_ tile: [UInt8], test: String = #function) {
    DamagedFiles.keep(.vectorTile, tile, .rejected, "\(tile)", test: test)
    #expect(throws: VectorTileError.self) { try TileLayers.cut("a", of: tile) }
  }
}
