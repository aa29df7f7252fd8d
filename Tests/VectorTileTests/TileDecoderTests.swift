import Foundation
import MapMath
import OvertileCore
import TestSupport
import Testing

@testable import OvertileVectorTile
@testable import TileMessages

@Suite struct TileDecoderTests {
  @Test func readsBackWhatWasWritten() throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let tile = RandomTile(&random)
      #expect(try TileDecoder.decode(tile.encoded()) == tile.decoded(), "seed \(seed)")
    }
  }

  /// A valid layer with one feature, in which a test then plants a fault.
  static func sound() -> MessageTile.Layer {
    MessageTile.Layer(
      name: "l", features: [MessageTile.Feature(type: .point, geometry: [9, 2, 2])], keys: ["a", "b"],
      values: [MessageTile.Value(int: 1)], extent: 4096, version: 2)
  }

  static func code(
    test: String = #function, _ spoil: (inout MessageTile.Layer) -> Void
  ) -> VectorTileError.Code? {
    var layer = sound()
    spoil(&layer)
    return code(MessageTile(layers: [layer]).bytes, test: test)
  }

  static func code(_ bytes: [UInt8], test: String = #function) -> VectorTileError.Code? {
    do {
      _ = try TileDecoder.decode(bytes)
      DamagedFiles.keep(.vectorTile, bytes, .intact, test: test)
      return nil
    } catch {
      DamagedFiles.keep(.vectorTile, bytes, .rejected, "\(error)", test: test)
      return error.code
    }
  }

  @Test(arguments: [
    ("closes first", MessageTile.GeomType.polygon, [15]),
    ("nothing", .point, []),
    ("giant count", .point, [UInt32.max - 6, 0, 0]),
    ("count of none", .point, [1]),
    ("ends mid-pair", .linestring, [9, 0, 0, 10, 2]),
    ("ends after MoveTo", .linestring, [9, 0, 0]),
    ("line to first", .linestring, [10, 2, 2]),
    ("two MoveTos of a line", .linestring, [17, 2, 2, 2, 2, 10, 2, 2]),
    ("line of no length", .linestring, [9, 0, 0, 10, 0, 0]),
    ("unknown command", .linestring, [9, 0, 0, 11, 2, 2]),
    ("ring of two", .polygon, [9, 0, 0, 10, 2, 2, 15]),
    ("ring not closed", .polygon, [9, 0, 0, 18, 2, 2, 0, 2]),
    ("closed twice", .polygon, [9, 0, 0, 18, 2, 0, 0, 2, 23]),
    ("ring repeats its start", .polygon, [9, 0, 0, 26, 2, 0, 0, 2, 1, 1, 15]),
    ("ring without area", .polygon, [9, 0, 0, 18, 2, 2, 2, 2, 15]),
    ("hole first", .polygon, [9, 0, 0, 18, 0, 2, 2, 0, 15]),
    ("point continues", .point, [9, 0, 0, 9, 2, 2]),
    ("cursor overflow", .point, [17, UInt32.max - 1, 0, UInt32.max - 1, 0]),
    ("no type", .unknown, [9, 2, 2]),
  ]) func rejectsGeometry(name: String, type: MessageTile.GeomType, commands: [UInt32]) {
    let code = Self.code {
      $0.features[0].type = type
      $0.features[0].geometry = commands
    }
    #expect(code == .geometry, "\(name)")
  }

  @Test(arguments: [[0], [0, 1], [2, 0], [0, 0, 0, 0], [.max, 0], [0, .max]] as [[UInt32]])
  func rejectsTags(tags: [UInt32]) {
    #expect(Self.code { $0.features[0].tags = tags } == .tags)
  }

  @Test func rejectsLayers() {
    #expect(Self.code { _ in } == nil)
    let changes: [(inout MessageTile.Layer) -> Void] = [
      { $0.name = nil }, { $0.version = nil }, { $0.extent = 0 }, { $0.values.append(MessageTile.Value()) },
      { $0.values[0].bool = true },
    ]
    #expect(changes.allSatisfy { Self.code($0) == .layer })
    #expect(Self.code(MessageTile(layers: [Self.sound(), Self.sound()]).bytes) == .layer)
    for bytes in [[0xFF, 0xFF, 0xFF, 0xFF, 0x7F], Array(repeating: 0x80, count: 10) + [0x01]] as [[UInt8]] {
      #expect(Self.code([0x1A] + bytes) == .message)
    }
  }

  @Test func readsOnAfterALayerOfAnotherVersion() throws {
    var tile = MessageTile(layers: [Self.sound(), Self.sound(), Self.sound()])
    (tile.layers[0].name, tile.layers[0].version) = ("later", 3)
    (tile.layers[1].name, tile.layers[1].version) = ("first", 1)
    tile.layers[1].features[0].type = .polygon
    tile.layers[1].features[0].geometry = [9, 0, 0, 18, 0, 2, 2, 0, 15]
    let decoded = try TileDecoder.decode(tile.bytes)
    #expect(decoded.skippedLayers == ["later"] && decoded.layers.map(\.name) == ["first", "l"])
    #expect(decoded.layers[0].features[0].geometry.winding(ofPart: 0) == 1)
  }

  @Test func acceptsUnpackedAndUnknownFields() throws {
    // A feature of type 1 with a geometry of three unpacked integers. The feature and the layer have unknown fields.
    let feature: [UInt8] = [0x18, 1, 0x20, 9, 0x20, 50, 0x20, 34, 0x78, 1]
    let layer: [UInt8] = [0x0A, 1, 0x6C, 0x12, UInt8(feature.count)] + feature + [0x78, 2, 0x50, 5]
    let decoded = try TileDecoder.decode([0x1A, UInt8(layer.count)] + layer)
    let geometry = decoded.layers[0].features[0].geometry
    #expect(geometry.x == [25] && geometry.y == [17] && decoded.layers[0].extent == 4096)
  }

  @Test func survivesAnyBytes() {
    var rejected = 0
    for seed in seeds(300) {
      var random = SeededRandom(seed: seed)
      var bytes = RandomTile(&random).encoded()
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.removeSubrange(place...)
        default: bytes.insert(contentsOf: Array(repeating: 0xFF, count: 9), at: place)
        }
      }
      do {
        // A tile that can still be decoded can be written as text.
        #expect(try TileDecoder.decode(bytes).geoJSON(of: TileID(uncheckedZ: 0, x: 0, y: 0)).isEmpty == false)
        DamagedFiles.keep(.vectorTile, bytes, .read, "seed \(seed)")
      } catch {
        DamagedFiles.keep(.vectorTile, bytes, .rejected, "seed \(seed): \(error)")
        rejected += 1
      }
    }
    #expect(rejected > 100)
  }
}
