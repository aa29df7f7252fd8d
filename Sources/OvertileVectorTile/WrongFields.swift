import Foundation
import OvertileFeatures
import SwiftProtobuf

/// Rejects fields that the specification knows in another wire type than its own, such as an extent that is a text.
///
/// The library keeps such fields among the unknown ones and takes the default, so an extent that cannot be read would
/// silently be 4096. Fields that the specification does not know are ignored, as it wants.
enum WrongFields {
  /// Looks at a tile's own fields.
  static func check(_ tile: MessageTile) throws(VectorTileError) {
    try check(tile.unknownFields, [3: "layers"], layer: nil)
  }

  /// Looks at a layer, its features and its values.
  static func check(_ layer: MessageTile.Layer) throws(VectorTileError) {
    let names = [1: "name", 2: "features", 3: "keys", 4: "values", 5: "extent", 15: "version"]
    try check(layer.unknownFields, names, layer: layer.name)
    for (index, feature) in layer.features.enumerated() {
      try check(feature.unknownFields, [1: "id", 2: "tags", 3: "type", 4: "geometry"], layer: layer.name, index)
    }
    for value in layer.values {
      let names = [
        1: "string_value", 2: "float_value", 3: "double_value", 4: "int_value", 5: "uint_value", 6: "sint_value",
        7: "bool_value",
      ]
      try check(value.unknownFields, names, layer: layer.name)
    }
  }

  private static func check(
    _ fields: UnknownStorage, _ names: [Int: String], layer: String?, _ feature: Int? = nil
  ) throws(VectorTileError) {
    guard !fields.data.isEmpty else { return }
    for (number, wireType) in FieldTags(fields.data) {
      guard let name = names[number] else { continue }
      throw VectorTileError(
        code: .message, reason: "its \(name) cannot be read: wire type \(wireType) is not the field's", layer: layer,
        featureIndex: feature)
    }
  }
}

/// The numbers and wire types of the fields of a message, which is well formed. Source: the protobuf encoding.
private struct FieldTags: Sequence, IteratorProtocol {
  private var rest: Data.SubSequence

  init(_ data: Data) { rest = data[...] }

  mutating func next() -> (number: Int, wireType: Int)? {
    guard let tag = varint() else { return nil }
    let (number, wireType) = (Int(truncatingIfNeeded: tag >> 3), Int(tag & 7))
    switch wireType {
    case 0: _ = varint()
    case 1: rest = rest.dropFirst(8)
    case 2: rest = rest.dropFirst(Int(clamping: varint() ?? 0))
    case 5: rest = rest.dropFirst(4)
    // A group holds further fields, whose numbers are not those of this message: nothing after it is judged.
    default: rest = rest.dropFirst(rest.count)
    }
    return (number, wireType)
  }

  private mutating func varint() -> UInt64? {
    try? Varint.read { rest.popFirst() }
  }
}
