import MapMath
import OvertileFeatures

/// Rules of vector tiles beyond those without which a tile cannot be read: what a careful writer keeps to.
package enum TileRules {
  /// What is wasteful, ambiguous or unknown in a tile that `TileDecoder` can read. O(bytes).
  ///
  /// Layers state version 2 and their extent and have features; keys and values of a layer are distinct and each is used;
  /// no field of a message is unknown; keys and values have one form. Source: the vector tile specification, version
  /// 2.1, section 4.
  ///
  /// - Throws: `VectorTileError` when the bytes are not the message.
  package static func faults(_ bytes: [UInt8]) throws(VectorTileError) -> [VectorTileError] {
    let message: MessageTile
    do {
      message = try MessageTile(serializedBytes: bytes)
    } catch {
      throw VectorTileError(code: .message, reason: "\(error)")
    }
    var faults: [VectorTileError] = []
    if !message.unknownFields.data.isEmpty {
      faults.append(
        VectorTileError(code: .message, reason: "the tile has fields that the specification does not define"))
    }
    for layer in message.layers {
      for reason in reasons(layer) {
        faults.append(VectorTileError(code: .layer, reason: reason, layer: layer.name))
      }
      for (index, feature) in layer.features.enumerated() where !feature.unknownFields.data.isEmpty {
        faults.append(
          VectorTileError(code: .message, reason: "an unknown field", layer: layer.name, featureIndex: index))
      }
    }
    return faults
  }

  private static func reasons(_ layer: MessageTile.Layer) -> [String] {
    var reasons: [String] = []
    if layer.version != 2 { reasons.append("its version is \(layer.version), not 2") }
    if !layer.hasExtent { reasons.append("it does not state its extent") }
    if layer.features.isEmpty { reasons.append("it has no features") }
    if !layer.unknownFields.data.isEmpty { reasons.append("an unknown field") }
    if layer.values.contains(where: { !$0.unknownFields.data.isEmpty }) { reasons.append("an unknown kind of value") }
    if Set(layer.keys.map(ExactText.init)).count < layer.keys.count {
      reasons.append("a key occurs twice among its keys")
    }
    if Set(layer.values.map(ValueForm.init)).count < layer.values.count {
      reasons.append("a value occurs twice among its values")
    }
    return reasons + unused(layer)
  }

  private static func unused(_ layer: MessageTile.Layer) -> [String] {
    var keys = [Bool](repeating: false, count: layer.keys.count)
    var values = [Bool](repeating: false, count: layer.values.count)
    for feature in layer.features {
      for (index, number) in feature.tags.enumerated() {
        let number = Int(number)
        if index.isMultiple(of: 2) {
          if number < keys.count { keys[number] = true }
        } else if number < values.count {
          values[number] = true
        }
      }
    }
    var reasons: [String] = []
    if let key = keys.firstIndex(of: false) { reasons.append("no feature has its key \"\(layer.keys[key])\"") }
    if let value = values.firstIndex(of: false) { reasons.append("no feature has its value \(value)") }
    return reasons
  }

  /// A value with its type, comparable bit by bit.
  private struct ValueForm: Hashable {
    let type: Int
    let text: ExactText
    let bits: UInt64

    init(_ value: MessageTile.Value) {
      text = ExactText(value.stringValue)
      if value.hasStringValue {
        (type, bits) = (1, 0)
      } else if value.hasFloatValue {
        (type, bits) = (2, UInt64(value.floatValue.bitPattern))
      } else if value.hasDoubleValue {
        (type, bits) = (3, value.doubleValue.bitPattern)
      } else if value.hasIntValue {
        (type, bits) = (4, UInt64(bitPattern: value.intValue))
      } else if value.hasUintValue {
        (type, bits) = (5, value.uintValue)
      } else if value.hasSintValue {
        (type, bits) = (6, UInt64(bitPattern: value.sintValue))
      } else {
        (type, bits) = (7, value.boolValue ? 1 : 0)
      }
    }
  }
}

extension TileGeometry {
  /// The rings of each polygon as ranges of parts, the exterior first. A hole without an exterior before it counts to the
  /// polygon before. O(positions).
  package var polygonParts: [Range<Int>] { polygons() }
}
