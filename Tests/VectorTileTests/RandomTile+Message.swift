import MapMath
import OvertileCore

@testable import OvertileVectorTile
@testable import TileMessages

extension RandomTile {
  /// The tile as a protobuf message, made without the encoder.
  func message() -> MessageTile {
    var tile = MessageTile()
    for layer in layers where !layer.features.isEmpty {
      var message = MessageTile.Layer(name: layer.name, extent: extent, version: 2)
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
    var message = MessageTile.Feature(id: id)
    for property in properties where property.value != .null {
      message.tags += [layer.keys.place(property.key), layer.values.place(property.value.message)]
    }
    message.type = MessageTile.GeomType(rawValue: UInt64(geometry.kind.rawValue))
    message.geometry = geometry.commands()
    return message
  }
}

extension Array where Element: Equatable {
  /// The index of an element, which is added where it is missing.
  fileprivate mutating func place(_ element: Element) -> UInt32 {
    if let index = firstIndex(of: element) { return UInt32(index) }
    append(element)
    return UInt32(count - 1)
  }
}

extension PropertyValue {
  fileprivate var message: MessageTile.Value {
    switch self {
    case .null: MessageTile.Value()
    case .bool(let bool): MessageTile.Value(bool: bool)
    case .int(let int): MessageTile.Value(int: int)
    case .uint(let uint): MessageTile.Value(uint: uint)
    case .double(let double): MessageTile.Value(doubleBits: double.bitPattern)
    case .string(let text), .json(let text): MessageTile.Value(string: text)
    }
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
