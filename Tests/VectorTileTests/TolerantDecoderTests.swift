import MapMath
import TestSupport
import Testing

@testable import OvertileVectorTile
@testable import TileMessages

/// Decodes tiles that other programs write although the specification forbids them.
@Suite struct TolerantDecoderTests {
  private func tile(_ type: MessageTile.GeomType, _ commands: [UInt32]) -> [UInt8] {
    let feature = MessageTile.Feature(type: type, geometry: commands)
    return MessageTile(layers: [MessageTile.Layer(name: "a", features: [feature], version: 2)]).bytes
  }

  @Test(
    arguments: [
      // (0,0) (0,1) (1,1): counter-clockwise on the screen, a first ring that is wound as a hole.
      (.polygon, [9, 0, 0, 18, 0, 2, 2, 0, 15], [[[1, 1], [0, 1], [0, 0]]]),
      // Steps of no length.
      (.linestring, [9, 2, 2, 18, 0, 0, 2, 0], [[[1, 1], [2, 1]]]), (.linestring, [9, 2, 2, 10, 0, 0], []),
      // Rings without area: a line there and back, then a triangle from (4,0).
      (.polygon, [9, 0, 0, 18, 2, 0, 2, 0, 15, 9, 4, 0, 18, 2, 0, 0, 2, 15], [[[4, 0], [5, 0], [5, 1]]]),
      (.polygon, [9, 0, 0, 18, 2, 0, 2, 0, 15], []), (.polygon, [9, 0, 0, 10, 2, 0, 15], []),
      // A ring that repeats its first position.
      (.polygon, [9, 0, 0, 26, 2, 0, 0, 2, 1, 1, 15], [[[0, 0], [1, 0], [1, 1]]]),
      // Features of unknown type, and of nothing.
      (.unknown, [9, 0, 0], []), (.point, [], []),
    ] as [(MessageTile.GeomType, [UInt32], [[[Int32]]])])
  func readsWhatCanBeMended(type: MessageTile.GeomType, commands: [UInt32], parts: [[[Int32]]]) throws {
    let bytes = tile(type, commands)
    DamagedFiles.keep(.vectorTile, bytes, .rejected)
    #expect(throws: VectorTileError.self) { try TileDecoder.decode(bytes) }
    let decoded = try TileDecoder.decode(bytes, isTolerant: true)
    let geometries = decoded.layers[0].features.map(\.geometry)
    let found = geometries.flatMap { geometry in
      geometry.partEnds.indices.map { part in
        geometry.positions(ofPart: part).map { [geometry.x[$0], geometry.y[$0]] }
      }
    }
    #expect(found == parts && decoded.droppedFeatures + geometries.count == 1)
  }

  @Test func rejectsWhatCannotBeRead() {
    for commands in [[9, 0], [9, 0, 0, 17, 0, 0], [15], [9, 0, 0, 7]] as [[UInt32]] {
      let bytes = tile(.polygon, commands)
      DamagedFiles.keep(.vectorTile, bytes, .rejected, "\(commands)")
      #expect(throws: VectorTileError.self) { try TileDecoder.decode(bytes, isTolerant: true) }
    }
  }
}
