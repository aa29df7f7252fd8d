// The first byte of each field of a message: field number * 8 + wire type (0 varint, 1 eight bytes, 2 length-delimited,
// 5 four bytes). Source: the protobuf schema in the vector tile specification, version 2.1.

/// Fields of the tile message.
enum TileField {
  static let layers: UInt8 = 3 << 3 | 2
}

/// Fields of a layer message.
enum LayerField {
  static let name: UInt8 = 1 << 3 | 2
  static let features: UInt8 = 2 << 3 | 2
  static let keys: UInt8 = 3 << 3 | 2
  static let values: UInt8 = 4 << 3 | 2
  static let extent: UInt8 = 5 << 3
  static let version: UInt8 = 15 << 3
}

/// Fields of a feature message.
enum FeatureField {
  static let id: UInt8 = 1 << 3
  static let tags: UInt8 = 2 << 3 | 2
  static let type: UInt8 = 3 << 3
  static let geometry: UInt8 = 4 << 3 | 2
}

/// Fields of a value message.
enum ValueField {
  static let string: UInt8 = 1 << 3 | 2
  static let double: UInt8 = 3 << 3 | 1
  static let int: UInt8 = 4 << 3
  static let uint: UInt8 = 5 << 3
  static let bool: UInt8 = 7 << 3
}

/// Commands of a geometry: the low three bits of a command integer. The other bits are the count.
enum GeometryCommand {
  static let moveTo: UInt32 = 1
  static let lineTo: UInt32 = 2
  static let closePath: UInt32 = 7

  /// The command integer for a number of repetitions.
  @inline(__always)
  static func integer(_ command: UInt32, count: Int) -> UInt64 {
    UInt64(command) | UInt64(count) << 3
  }

  /// The parameter integer for a step in one direction: small ones of either sign need few bytes.
  @inline(__always)
  static func parameter(_ step: Int32) -> UInt64 { UInt64(UInt32(bitPattern: (step << 1) ^ (step >> 31))) }
}
