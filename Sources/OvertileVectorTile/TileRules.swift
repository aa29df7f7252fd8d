import MapMath
import OvertileCore

/// Checks vector tiles for rules that readers do not depend on, but careful writers follow.
package enum TileRules {
  /// Finds wasteful and ambiguous parts of a tile that `TileDecoder` can read. O(bytes).
  ///
  /// Each layer states version 2 and its extent, and has features. Its keys and values are distinct, and each is used.
  /// Source: the vector tile specification, version 2.1, section 4.
  ///
  /// - Throws: `VectorTileError` if the bytes are not a tile message, or if a value does not contain exactly one value.
  package static func faults(_ bytes: [UInt8]) throws(VectorTileError) -> [VectorTileError] {
    var faults: [VectorTileError] = []
    for layer in try TileMessage(bytes).layers {
      faults += try reasons(layer, bytes).map { VectorTileError(code: .layer, reason: $0, layer: layer.name) }
    }
    return faults
  }

  /// The faults of a layer.
  private static func reasons(_ layer: LayerMessage, _ bytes: [UInt8]) throws(VectorTileError) -> [String] {
    let (keys, values) = (try layer.keys(in: bytes), try layer.values(in: bytes))
    var reasons: [String] = []
    if layer.version != 2 { reasons.append("the layer has version \(layer.version ?? 1) instead of 2") }
    if layer.extent == nil { reasons.append("the layer does not specify its extent") }
    if layer.features.isEmpty { reasons.append("the layer has no features") }
    if Set(keys.map(ExactText.init)).count < keys.count { reasons.append("the layer contains the same key twice") }
    if Set(layer.values.map { bytes[$0] }).count < values.count {
      reasons.append("the layer contains the same value twice")
    }
    var isKeyUsed = [Bool](repeating: false, count: keys.count)
    var isValueUsed = [Bool](repeating: false, count: values.count)
    var message = FeatureMessage()
    for range in layer.features {
      try message.read(bytes, range)
      for (index, number) in message.tags.enumerated() {
        let number = Int(number)
        if index.isMultiple(of: 2) {
          if number < isKeyUsed.count { isKeyUsed[number] = true }
        } else if number < isValueUsed.count {
          isValueUsed[number] = true
        }
      }
    }
    if let key = isKeyUsed.firstIndex(of: false) { reasons.append("no feature uses the layer's key \"\(keys[key])\"") }
    if let value = isValueUsed.firstIndex(of: false) { reasons.append("no feature uses the value with index \(value)") }
    return reasons
  }
}
