extension MessageTile {
  /// The message: fields in the order of their numbers, numbers of repeated fields packed.
  var bytes: [UInt8] { layers.reduce(into: []) { $0.write(3, $1.bytes) } }
}

extension MessageTile.Layer {
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    if let name { bytes.write(1, Array(name.utf8)) }
    for feature in features { bytes.write(2, feature.bytes) }
    for key in keys { bytes.write(3, Array(key.utf8)) }
    for value in values { bytes.write(4, value.bytes) }
    if let extent { bytes.write(5, UInt64(extent)) }
    if let version { bytes.write(15, UInt64(version)) }
    return bytes
  }
}

extension MessageTile.Feature {
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    if let id { bytes.write(1, id) }
    if !tags.isEmpty { bytes.write(2, tags.reduce(into: []) { $0.write(UInt64($1)) }) }
    if let type { bytes.write(3, type.rawValue) }
    if !geometry.isEmpty { bytes.write(4, geometry.reduce(into: []) { $0.write(UInt64($1)) }) }
    return bytes
  }
}

extension MessageTile.Value {
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    if let string { bytes.write(1, Array(string.utf8)) }
    if let floatBits { bytes.write(2, wireType: 5, littleEndian: floatBits) }
    if let doubleBits { bytes.write(3, wireType: 1, littleEndian: doubleBits) }
    if let int { bytes.write(4, UInt64(bitPattern: int)) }
    if let uint { bytes.write(5, uint) }
    if let sint { bytes.write(6, UInt64(bitPattern: sint << 1 ^ sint >> 63)) }
    if let bool { bytes.write(7, bool ? 1 : 0) }
    return bytes
  }
}

extension [UInt8] {
  /// Appends a number in groups of 7 bits, the lowest first.
  fileprivate mutating func write(_ number: UInt64) {
    var rest = number
    while rest > 127 {
      append(UInt8(rest % 128) + 128)
      rest /= 128
    }
    append(UInt8(rest))
  }

  fileprivate mutating func write(_ field: UInt64, _ number: UInt64) {
    write(8 * field)
    write(number)
  }

  fileprivate mutating func write(_ field: UInt64, _ bytes: [UInt8]) {
    write(8 * field + 2)
    write(UInt64(bytes.count))
    append(contentsOf: bytes)
  }

  fileprivate mutating func write(_ field: UInt64, wireType: UInt64, littleEndian bits: some FixedWidthInteger) {
    write(8 * field + wireType)
    for shift in stride(from: 0, to: bits.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: bits >> shift)) }
  }
}
