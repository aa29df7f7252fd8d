import MapMath
import OvertileCore
import TestSupport

@testable import OvertileVectorTile
@testable import TileMessages

/// A random tile as plain values, with methods that encode it.
struct RandomTile {
  struct Feature {
    var id: UInt64?
    var geometry: TileGeometry
    var properties: [(key: String, value: PropertyValue, isComputed: Bool)]
  }

  struct Layer {
    var name: String
    var features: [Feature]
  }

  var extent: UInt32
  var layers: [Layer]

  init(_ random: inout SeededRandom) {
    extent = [256, 4096, 8192].randomElement(using: &random) ?? 4096
    layers = (0..<Int.random(in: 0...3, using: &random)).map { index in
      Layer(
        name: ["places", "Flüsse", "", "länder"][index],
        features: (0..<Int.random(in: 0...40, using: &random)).map { _ in Feature(&random) })
    }
  }

  /// The tile from `TileEncoder`. The encoder may have written other tiles before.
  func encoded() -> [UInt8] {
    var encoder = TileEncoder()
    return encoded(&encoder)
  }

  func encoded(_ encoder: inout TileEncoder) -> [UInt8] {
    encoder.begin(extent: extent)
    for layer in layers {
      var (keys, values) = (ValueTable(), ValueTable())
      // Values that the layer does not use come first, so that no index is right by chance.
      for index in 0..<5 { _ = (keys.intern(.string, "unused \(index)"), values.intern(.int(Int64(index)))) }
      for property in layer.features.flatMap(\.properties) {
        _ = (keys.intern(.string, property.key), values.intern(property.value))
      }
      let handle = TileLayer(name: layer.name, keys: keys, values: values)
      encoder.beginLayer(handle)
      for feature in layer.features {
        encoder.beginFeature(id: feature.id)
        for property in feature.properties {
          let key = keys.intern(.string, property.key)
          if property.isComputed {
            encoder.tag(key: key, computed: property.value)
          } else {
            encoder.tag(key: key, value: values.intern(property.value))
          }
        }
        if feature.geometry.kind == .points, feature.geometry.x.count == 1 {
          encoder.endFeature(x: feature.geometry.x[0], y: feature.geometry.y[0])
        } else {
          encoder.endFeature(feature.geometry)
        }
      }
      encoder.endLayer()
    }
    return encoder.finish()
  }
}

extension TileEncoder {
  @discardableResult
  mutating func endFeature(_ geometry: TileGeometry) -> Bool {
    var bytes: Column<UInt8> = []
    geometry.encode(to: &bytes)
    return bytes.withUnsafeBytes { endFeature($0) }
  }

  mutating func tag(key: UInt32, computed value: PropertyValue) {
    switch value {
    case .null: break
    case .bool(let bool): tag(key: key, bool: bool)
    case .int(let int): tag(key: key, int: int)
    case .uint(let uint): tag(key: key, uint: uint)
    case .double(let double): tag(key: key, double: double)
    case .string(let text), .json(let text): tag(key: key, string: text)
    }
  }
}

extension RandomTile.Feature {
  init(_ random: inout SeededRandom) {
    id = [nil, 0, 7, UInt64(1) << 53, UInt64.max, UInt64.random(in: 0...1000, using: &random)].randomElement(
      using: &random)!
    geometry = TileGeometry.random(&random)
    let keys = ["name", "größe", "a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
    properties = keys.map { ($0, PropertyValue.random(&random), Bool.random(using: &random)) }
  }
}

extension PropertyValue {
  /// A value from a small set, so that duplicates across types are common, or a long string.
  static func random(_ random: inout SeededRandom) -> PropertyValue {
    let values: [PropertyValue] = [
      .null, .bool(true), .bool(false), .int(1), .int(0), .int(-1), .int(.min), .int(.max), .uint(1), .uint(0),
      .uint(.max), .double(1), .double(0), .double(-0.0), .double(1e300), .double(0.1), .string("1"), .string(""),
      .string("true"), .string("[1]"), .json("[1]"), .json(#"{"a":1}"#), .string("naïve 東京 \u{1F30D}"),
      .string(String(repeating: "x", count: Int.random(in: 120...300, using: &random))),
      .int(Int64.random(in: -300...300, using: &random)),
    ]
    return values.randomElement(using: &random)!
  }
}

extension TileGeometry {
  /// A valid geometry: points, lines, or polygons of triangles with holes.
  static func random(_ random: inout SeededRandom) -> TileGeometry {
    var geometry = TileGeometry(kind: [.points, .points, .lines, .polygons].randomElement(using: &random)!)
    let parts = geometry.kind == .points ? 1 : Int.random(in: 1...3, using: &random)
    for _ in 0..<parts {
      switch geometry.kind {
      case .points: geometry.appendWalk(count: [1, 1, 1, 2, 20].randomElement(using: &random)!, &random)
      case .lines: geometry.appendWalk(count: [2, 3, 40].randomElement(using: &random)!, &random)
      case .polygons: geometry.appendPolygon(&random)
      }
    }
    return geometry
  }

  private mutating func appendWalk(count: Int, _ random: inout SeededRandom) {
    var (x, y) = (Int32.random(in: -64...4160, using: &random), Int32.random(in: -64...4160, using: &random))
    for _ in 0..<count {
      append(x: x, y: y)
      x += Int32.random(in: 1...90, using: &random)
      y += Int32.random(in: -90...90, using: &random)
    }
    endPart()
  }

  private mutating func appendPolygon(_ random: inout SeededRandom) {
    let (x, y) = (Int32.random(in: -64...4000, using: &random), Int32.random(in: -64...4000, using: &random))
    for (px, py) in [(0, 0), (100, 0), (100, 100), (0, 100)] { append(x: x + Int32(px), y: y + Int32(py)) }
    endPart()
    for hole in 0..<Int32.random(in: 0...2, using: &random) {
      for (px, py) in [(10, 10), (10, 40), (40, 10)] { append(x: x + Int32(px) + hole * 45, y: y + Int32(py)) }
      endPart()
    }
  }
}
