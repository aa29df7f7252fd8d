/// A message that `MessageTile` does not read. It reads what its `bytes` can be, and no other field.
struct UnreadableMessage: Error {}

extension MessageTile {
  /// Reads a message.
  ///
  /// - Throws: `UnreadableMessage`.
  init(_ bytes: [UInt8]) throws {
    var message = Message(bytes[...])
    while let (number, field) = try message.next() {
      guard case (3, .bytes(let bytes)) = (number, field) else { throw UnreadableMessage() }
      layers.append(try Layer(bytes))
    }
  }
}

extension MessageTile.Layer {
  fileprivate init(_ bytes: ArraySlice<UInt8>) throws {
    var message = Message(bytes)
    while let (number, field) = try message.next() {
      switch (number, field) {
      case (1, .bytes(let bytes)): name = String(decoding: bytes, as: UTF8.self)
      case (2, .bytes(let bytes)): features.append(try MessageTile.Feature(bytes))
      case (3, .bytes(let bytes)): keys.append(String(decoding: bytes, as: UTF8.self))
      case (4, .bytes(let bytes)): values.append(try MessageTile.Value(bytes))
      case (5, .number(let number)): extent = UInt32(number)
      case (15, .number(let number)): version = UInt32(number)
      default: throw UnreadableMessage()
      }
    }
  }
}

extension MessageTile.Feature {
  fileprivate init(_ bytes: ArraySlice<UInt8>) throws {
    var message = Message(bytes)
    while let (number, field) = try message.next() {
      switch (number, field) {
      case (1, .number(let number)): id = number
      case (2, .bytes(let bytes)): tags = try Message.numbers(bytes)
      case (3, .number(let number)): type = MessageTile.GeomType(rawValue: number)
      case (4, .bytes(let bytes)): geometry = try Message.numbers(bytes)
      default: throw UnreadableMessage()
      }
    }
  }
}

extension MessageTile.Value {
  fileprivate init(_ bytes: ArraySlice<UInt8>) throws {
    var message = Message(bytes)
    while let (number, field) = try message.next() {
      switch (number, field) {
      case (1, .bytes(let bytes)): string = String(decoding: bytes, as: UTF8.self)
      case (2, .fixed(let bits)): floatBits = UInt32(bits)
      case (3, .fixed(let bits)): doubleBits = bits
      case (4, .number(let number)): int = Int64(bitPattern: number)
      case (5, .number(let number)): uint = number
      case (6, .number(let number)): sint = Int64(number >> 1) ^ -Int64(number & 1)
      case (7, .number(let number)): bool = number == 1
      default: throw UnreadableMessage()
      }
    }
  }
}

/// The fields of a message that are still to be read.
private struct Message {
  enum Field {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
    /// Four or eight bytes.
    case fixed(UInt64)
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() throws -> (number: UInt64, field: Field)? {
    guard !rest.isEmpty else { return nil }
    let tag = try number()
    switch tag % 8 {
    case 0: return (tag / 8, .number(try number()))
    case 1: return (tag / 8, .fixed(try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }))
    case 2: return (tag / 8, .bytes(try take(number())))
    case 5: return (tag / 8, .fixed(try take(4).reversed().reduce(0) { $0 << 8 | UInt64($1) }))
    default: throw UnreadableMessage()
    }
  }

  static func numbers(_ bytes: ArraySlice<UInt8>) throws -> [UInt32] {
    var message = Message(bytes)
    var numbers: [UInt32] = []
    while !message.rest.isEmpty { numbers.append(UInt32(try message.number())) }
    return numbers
  }

  private mutating func number() throws -> UInt64 {
    guard let end = rest.firstIndex(where: { $0 < 128 }) else { throw UnreadableMessage() }
    return try take(UInt64(end + 1 - rest.startIndex)).reversed().reduce(0) { $0 << 7 | UInt64($1 & 127) }
  }

  private mutating func take(_ count: UInt64) throws -> ArraySlice<UInt8> {
    guard count <= UInt64(rest.count) else { throw UnreadableMessage() }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }
}
