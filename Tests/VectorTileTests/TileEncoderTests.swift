import MapMath
import OvertileCore
import TestSupport
import Testing

@testable import OvertileVectorTile
@testable import TileMessages

@Suite struct TileEncoderTests {
  @Test func writesWhatTheLibraryWrites() throws {
    var encoder = TileEncoder()
    let tiles = seeds(150).map { seed in
      var random = SeededRandom(seed: seed)
      return (seed, RandomTile(&random))
    }
    for ((seed, tile), expected) in try zip(tiles, ProtobufLibrary.write(tiles.map { $0.1.message() })) {
      let (isSameAgain, isSame) = (tile.encoded(&encoder) == expected, tile.encoded() == expected)
      #expect([isSame, isSameAgain] == [true, true], "seed \(seed): a new encoder, and one that wrote other tiles")
    }
  }

  @Test func keepsALargeLayerApartFromTheSmallOnesAfterIt() throws {
    var (keys, values) = (ValueTable(), ValueTable())
    let key = keys.intern(.string, "n")
    let numbers = (0..<3000).map { values.intern(.int($0)) }
    var encoder = TileEncoder()
    let layer = TileLayer(name: "l", keys: keys, values: values)
    // Up to eight values are compared one by one, more are found in a table.
    for count in [3000, 1, 2, 8, 9, 3000, 10, 7, 9] {
      encoder.begin()
      encoder.beginLayer(layer)
      for round in 0..<2 * count {
        encoder.beginFeature(id: nil)
        encoder.tag(key: key, value: numbers[round % count])
        encoder.endFeature(x: 1, y: 2)
      }
      encoder.endLayer()
      let message = try MessageTile(encoder.finish())
      #expect(message.layers[0].values.map(\.int) == (0..<Int64(count)).map { $0 })
      #expect(message.layers[0].features.map { $0.tags[1] } == (0..<2 * count).map { UInt32($0 % count) })
    }
  }

  @Test func storesAComputedValueOnceWithTheTablesValues() throws {
    var (keys, values) = (ValueTable(), ValueTable())
    let (a, b, c) = (keys.intern(.string, "a"), keys.intern(.string, "b"), keys.intern(.string, "c"))
    let text = values.intern(.string, "[1]")
    let json = values.intern(.json("[1]"))
    let null = values.intern(.null)
    var encoder = TileEncoder()
    encoder.begin()
    encoder.beginLayer(TileLayer(name: "l", keys: keys, values: values))
    encoder.beginFeature(id: 1)
    encoder.tag(key: c, value: json)
    encoder.tag(key: b, value: null)
    encoder.tag(key: a, value: text)
    encoder.endFeature(x: 0, y: 0)
    encoder.beginFeature(id: 2)
    encoder.tag(key: a, string: "[1]")
    encoder.tag(key: c, int: 1)
    encoder.endFeature(x: 0, y: 0)
    encoder.beginFeature(id: 3)
    encoder.tag(key: a, uint: 1)
    encoder.tag(key: c, double: 1)
    encoder.endFeature(x: 0, y: 0)
    encoder.endLayer()
    let layer = try MessageTile(encoder.finish()).layers[0]
    #expect(layer.keys == ["c", "a"] && layer.values.count == 4)
    #expect(layer.features.map(\.tags) == [[0, 0, 1, 0], [1, 0, 0, 1], [1, 2, 0, 3]])
  }

  @Test func writesNothingForNothing() {
    var encoder = TileEncoder()
    let layer = TileLayer(name: "l", keys: ValueTable(), values: ValueTable())
    encoder.begin()
    let withoutLayers = encoder.finish()
    encoder.beginLayer(layer)
    encoder.endLayer()
    let withAnEmptyLayer = encoder.finish()
    #expect(withoutLayers.isEmpty && withAnEmptyLayer.isEmpty)
  }

  @Test func leavesOutPartsThatAreTooShort() throws {
    var encoder = TileEncoder()
    encoder.begin(extent: 512)
    encoder.beginLayer(TileLayer(name: "l", keys: ValueTable(), values: ValueTable()))
    var line = TileGeometry(kind: .lines)
    line.append(x: 4, y: 4)
    line.endPart()
    encoder.beginFeature(id: 1)
    let isShortWritten = encoder.endFeature(line)
    line.append(x: 5, y: 5)
    line.append(x: 6, y: 6)
    line.endPart()
    encoder.beginFeature(id: 2)
    let isLongWritten = encoder.endFeature(line)
    #expect(!isShortWritten && isLongWritten)
    encoder.endLayer()
    let layers = try MessageTile(encoder.finish()).layers
    let feature = MessageTile.Feature(id: 2, type: .linestring, geometry: [9, 10, 10, 10, 2, 2])
    #expect(layers == [MessageTile.Layer(name: "l", features: [feature], extent: 512, version: 2)])
  }
}
