import MapMath
import OvertileFeatures

@testable import OvertileVectorTile
@testable import TileMessages

extension RandomTile {
  /// The tile as a protobuf message, made without the encoder.
  func message() -> MessageTile {
    var tile = MessageTile()
    for layer in layers where !layer.features.isEmpty {
      var message = MessageTile.Layer()
      (message.name, message.version, message.extent) = (layer.name, 2, extent)
      for feature in layer.features { message.features.append(feature.message(&message)) }
      tile.layers.append(message)
    }
    return tile
  }

  /// The expected result of decoding the tile.
  func decoded() -> DecodedTile {
    var tile = DecodedTile()
    for layer in layers where !layer.features.isEmpty {
      var decoded = DecodedLayer(name: layer.name, version: 2, extent: extent)
      decoded.features = layer.features.map { feature in
        DecodedFeature(
          id: feature.id, geometry: feature.geometry,
          properties: feature.properties.compactMap { property in
            switch property.value {
            case .null: nil
            case .json(let text): DecodedProperty(name: property.key, value: .string(text))
            default: DecodedProperty(name: property.key, value: property.value)
            }
          })
      }
      tile.layers.append(decoded)
    }
    return tile
  }
}

extension RandomTile.Feature {
  fileprivate func message(_ layer: inout MessageTile.Layer) -> MessageTile.Feature {
    var message = MessageTile.Feature()
    if let id { message.id = id }
    for property in properties where property.value != .null {
      message.tags.append(layer.keys.place { $0 == property.key } ?? layer.keys.add(property.key))
      let value = property.value.message
      // Compares bytes, because -0.0 equals 0.0 as a number.
      message.tags.append(layer.values.place { $0.hasSameBytes(as: value) } ?? layer.values.add(value))
    }
    message.type = MessageTile.GeomType(rawValue: Int(geometry.kind.rawValue))!
    message.geometry = geometry.commands()
    return message
  }
}

extension Array {
  fileprivate func place(_ matches: (Element) -> Bool) -> UInt32? { firstIndex(where: matches).map { UInt32($0) } }

  fileprivate mutating func add(_ element: Element) -> UInt32 {
    append(element)
    return UInt32(count - 1)
  }
}

extension MessageTile.Value {
  fileprivate func hasSameBytes(as other: Self) -> Bool {
    self == other && doubleValue.bitPattern == other.doubleValue.bitPattern
  }
}

extension PropertyValue {
  fileprivate var message: MessageTile.Value {
    var message = MessageTile.Value()
    switch self {
    case .null: break
    case .bool(let bool): message.boolValue = bool
    case .int(let int): message.intValue = int
    case .uint(let uint): message.uintValue = uint
    case .double(let double): message.doubleValue = double
    case .string(let text), .json(let text): message.stringValue = text
    }
    return message
  }
}

extension TileGeometry {
  /// The command integers, as the text of the specification defines them.
  fileprivate func commands() -> [UInt32] {
    var commands: [UInt32] = []
    var (lastX, lastY) = (0, 0)
    func zigzag(_ value: Int) -> UInt32 { UInt32(value >= 0 ? 2 * value : -2 * value - 1) }
    for part in partEnds.indices {
      let range = positions(ofPart: part)
      commands.append(UInt32(8 * (kind == .points ? range.count : 1) + 1))
      for position in range {
        if kind != .points, position == range.lowerBound + 1 { commands.append(UInt32(8 * (range.count - 1) + 2)) }
        commands.append(zigzag(Int(x[position]) - lastX))
        commands.append(zigzag(Int(y[position]) - lastY))
        (lastX, lastY) = (Int(x[position]), Int(y[position]))
      }
      if kind == .polygons { commands.append(15) }
    }
    return commands
  }
}
