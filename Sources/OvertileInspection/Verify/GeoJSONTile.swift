import Foundation
import MapMath
import OvertileFeatures
import OvertileVectorTile

/// Reads a tile stored as GeoJSON, with the features' layers in `layer`, back into tile units.
enum GeoJSONTile {
  /// The tile's layers in the order of their first feature. Positions are rounded to whole units, halves up.
  ///
  /// - Throws: `InspectionError` for anything but such a tile.
  static func decode(_ bytes: [UInt8], tile: TileID, extent: Int) throws -> DecodedTile {
    let collection: Collection
    do {
      collection = try ExactJSON.decode(Collection.self, from: bytes)
    } catch {
      throw InspectionError("it is not a GeoJSON tile: \(error)")
    }
    guard collection.type == "FeatureCollection" else { throw InspectionError("it is a \(collection.type)") }
    var decoded = DecodedTile()
    var places: [String: Int] = [:]
    for (index, feature) in collection.features.enumerated() {
      let layer = places[feature.layer] ?? decoded.layers.count
      if layer == decoded.layers.count {
        places[feature.layer] = layer
        decoded.layers.append(DecodedLayer(name: feature.layer, version: 2, extent: UInt32(clamping: extent)))
      }
      guard let geometry = feature.geometry.tileGeometry(TilePlane(tile: tile, extent: extent)) else {
        throw InspectionError("the geometry of feature \(index) is not one of a tile")
      }
      let properties = feature.properties.map {
        DecodedProperty(name: $0.key, value: $0.value.value)
      }
      decoded.layers[layer].features.append(
        DecodedFeature(id: feature.id, geometry: geometry, properties: properties))
    }
    return decoded
  }

  private struct Collection: Decodable {
    var type: String
    var features: [Feature]
  }

  private struct Feature: Decodable {
    var layer: String
    var id: UInt64?
    var geometry: Geometry
    var properties: NamedValues<Value>
  }

  private struct Geometry: Decodable {
    var type: String
    var coordinates: Nested

    func tileGeometry(_ plane: TilePlane) -> TileGeometry? {
      var geometry: TileGeometry
      let parts: [[Nested]]
      switch type {
      case "Point": (geometry, parts) = (TileGeometry(kind: .points), [[coordinates]])
      case "MultiPoint": (geometry, parts) = (TileGeometry(kind: .points), [coordinates.list])
      case "LineString": (geometry, parts) = (TileGeometry(kind: .lines), [coordinates.list])
      case "MultiLineString": (geometry, parts) = (TileGeometry(kind: .lines), coordinates.list.map(\.list))
      case "Polygon": (geometry, parts) = (TileGeometry(kind: .polygons), coordinates.list.map { $0.open })
      case "MultiPolygon":
        (geometry, parts) = (TileGeometry(kind: .polygons), coordinates.list.flatMap(\.list).map { $0.open })
      default: return nil
      }
      for part in parts {
        guard part.count >= Int(geometry.kind.rawValue) else { return nil }
        for position in part {
          guard let (x, y) = plane.units(position.numbers) else { return nil }
          geometry.append(x: x, y: y)
        }
        geometry.endPart()
      }
      return geometry.isEmpty ? nil : geometry
    }
  }

  /// Numbers in nested brackets.
  private indirect enum Nested: Decodable {
    case number(Double)
    case array([Nested])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .array(try container.decode([Nested].self))
      }
    }

    var list: [Nested] { if case .array(let list) = self { list } else { [] } }
    var numbers: [Double] { list.compactMap { if case .number(let number) = $0 { number } else { nil } } }
    /// A ring as a tile has it: not closed, and with reversed winding.
    var open: [Nested] { list.dropLast().reversed() }
  }

  private struct Value: Decodable {
    var value: PropertyValue

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        value = .bool(flag)
      } else if let number = try? container.decode(Int64.self) {
        value = .int(number)
      } else if let number = try? container.decode(UInt64.self) {
        value = .uint(number)
      } else if let number = try? container.decode(Double.self) {
        value = .double(number)
      } else if container.decodeNil() {
        value = .null
      } else {
        value = .string(try container.decode(String.self))
      }
    }
  }
}

/// The plane of one tile.
struct TilePlane {
  var tile: TileID
  var extent: Int

  /// The whole tile units nearest to longitude and latitude, halves up; nil beyond 32 bits.
  func units(_ position: [Double]) -> (x: Int32, y: Int32)? {
    guard position.count >= 2, abs(position[0]) < 1e6, abs(position[1]) < 90 else { return nil }
    let side = Double(UInt64(1) << UInt64(tile.z))
    let x = (Mercator.x(longitude: position[0]) * side - Double(tile.x)) * Double(extent)
    let y = (Mercator.y(latitude: position[1]) * side - Double(tile.y)) * Double(extent)
    guard abs(x) < 0x1p30, abs(y) < 0x1p30 else { return nil }
    return (Int32((x + 0.5).rounded(.down)), Int32((y + 0.5).rounded(.down)))
  }
}
