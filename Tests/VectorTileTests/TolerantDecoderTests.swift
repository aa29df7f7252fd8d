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

  private func parts(_ bytes: [UInt8], test: String = #function) throws -> [[[Int32]]] {
    DamagedFiles.keep(.vectorTile, bytes, .rejected, test: test)
    #expect(throws: VectorTileError.self) { try TileDecoder.decode(bytes) }
    let decoded = try TileDecoder.decode(bytes, isTolerant: true)
    #expect(decoded.droppedFeatures + decoded.layers[0].features.count == 1)
    guard let geometry = decoded.layers[0].features.first?.geometry else { return [] }
    return geometry.partEnds.indices.map { part in
      geometry.positions(ofPart: part).map { [geometry.x[$0], geometry.y[$0]] }
    }
  }

  @Test func turnsAFirstRingThatIsWoundAsAHole() throws {
    // (0,0) (0,1) (1,1): counter-clockwise on the screen.
    #expect(try parts(tile(.polygon, [9, 0, 0, 18, 0, 2, 2, 0, 15])) == [[[1, 1], [0, 1], [0, 0]]])
  }

  @Test func passesOverStepsOfNoLength() throws {
    #expect(try parts(tile(.linestring, [9, 2, 2, 18, 0, 0, 2, 0])) == [[[1, 1], [2, 1]]])
    #expect(try parts(tile(.linestring, [9, 2, 2, 10, 0, 0])) == [])
  }

  @Test func dropsRingsWithoutArea() throws {
    // A line there and back, then a triangle from (4,0).
    let commands: [UInt32] = [9, 0, 0, 18, 2, 0, 2, 0, 15, 9, 4, 0, 18, 2, 0, 0, 2, 15]
    #expect(try parts(tile(.polygon, commands)) == [[[4, 0], [5, 0], [5, 1]]])
    #expect(try parts(tile(.polygon, [9, 0, 0, 18, 2, 0, 2, 0, 15])) == [])
    #expect(try parts(tile(.polygon, [9, 0, 0, 10, 2, 0, 15])) == [])
  }

  @Test func opensRingsThatRepeatTheirFirstPosition() throws {
    #expect(try parts(tile(.polygon, [9, 0, 0, 26, 2, 0, 0, 2, 1, 1, 15])) == [[[0, 0], [1, 0], [1, 1]]])
  }

  @Test func dropsFeaturesOfUnknownType() throws {
    #expect(try parts(tile(.unknown, [9, 0, 0])) == [])
    #expect(try parts(tile(.point, [])) == [])
  }

  @Test func rejectsWhatCannotBeRead() {
    for commands in [[9, 0], [9, 0, 0, 17, 0, 0], [15], [9, 0, 0, 7]] as [[UInt32]] {
      let bytes = tile(.polygon, commands)
      DamagedFiles.keep(.vectorTile, bytes, .rejected, "\(commands)")
      #expect(throws: VectorTileError.self) { try TileDecoder.decode(bytes, isTolerant: true) }
    }
  }
}
