import Foundation
import MapMath
import OvertileCore
import TestSupport
import Testing

@testable import OvertileVectorTile

/// Compares our tiles with the result of mapbox-vector-tile.
@Suite struct PythonDecoderTests {
  struct Layer: Decodable, Equatable {
    var extent: UInt32
    var version: UInt32
    var features: [Feature]
  }

  struct Feature: Decodable, Equatable {
    var id: String
    var type: String
    var parts: [[[Int32]]]
    var properties: [String: String]
  }

  @Test func anotherDecoderReadsTheSame() throws {
    let tiles = seeds(40).map { seed in
      var random = SeededRandom(seed: seed)
      return (seed, RandomTile(&random))
    }
    let read: [[String: Layer]] = try PythonOracle.run(
      "Tests/VectorTileTests/decode_tiles.py", tiles.map { Data($0.1.encoded()) })
    try #require(read.count == tiles.count)
    for ((seed, tile), layers) in zip(tiles, read) {
      let expected = tile.decoded().layers.map { ($0.name, Layer(decoded: $0)) }
      #expect(Set(layers.keys) == Set(expected.map(\.0)), "seed \(seed)")
      for (name, layer) in expected {
        let isSame = layers[name] == layer
        #expect(isSame, "seed \(seed), layer \(name)")
      }
    }
  }
}

extension PythonDecoderTests.Layer {
  init(decoded: DecodedLayer) {
    let features = decoded.features.map { feature in
      let geometry = feature.geometry
      return PythonDecoderTests.Feature(
        // The other decoder returns 0 if there is no id.
        id: "\(feature.id ?? 0)",
        type: ["Point", "LineString", "Polygon"][Int(geometry.kind.rawValue) - 1],
        parts: geometry.partEnds.indices.map { part in
          geometry.positions(ofPart: part).map { [geometry.x[$0], geometry.y[$0]] }
        },
        properties: Dictionary(uniqueKeysWithValues: feature.properties.map { ($0.name, Self.text($0.value)) }))
    }
    self.init(extent: decoded.extent, version: decoded.version, features: features)
  }

  private static func text(_ value: PropertyValue) -> String {
    switch value {
    case .null, .json: ""
    case .bool(let bool): bool ? "bool True" : "bool False"
    case .int(let int): "int \(int)"
    case .uint(let uint): "int \(uint)"
    case .string(let string): "str \(string)"
    case .double(let double): "float " + String(double.bitPattern, radix: 16)
    }
  }
}
