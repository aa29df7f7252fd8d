import OvertileFeatures

/// The reason that a text is not the expected JSON.
struct JSONTextError: Error, Hashable {
  /// The offset and the fault in words.
  var reason: String
}

/// A position in a JSON text, from which values are read in order. Source: RFC 8259.
///
/// Strict, and never recursive of its own: the caller's closures determine the depth.
struct JSONCursor {
  private let bytes: [UInt8]
  private var position = 0

  /// Starts before the first value of a text in UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    skipSpace()
  }

  /// Whether nothing follows.
  var isAtEnd: Bool { position == bytes.count }

  /// Whether an array begins here.
  var isAtArray: Bool { next == UInt8(ascii: "[") }

  /// The error that names the offset.
  func fault(_ reason: String) -> JSONTextError { JSONTextError(reason: "GeoJSON: byte \(position): \(reason)") }

  /// Reads an object: calls a closure before each value, which it must read.
  mutating func object(_ member: (inout JSONCursor, String) throws -> Void) throws {
    try list(UInt8(ascii: "{"), UInt8(ascii: "}")) { cursor in
      let key = try cursor.string()
      try cursor.take(UInt8(ascii: ":"))
      try member(&cursor, key)
    }
  }

  /// Reads an array: calls a closure before each value, which it must read.
  mutating func array(_ element: (inout JSONCursor) throws -> Void) throws {
    try list(UInt8(ascii: "["), UInt8(ascii: "]"), element)
  }

  /// Reads a number, string, boolean or null.
  mutating func scalar() throws -> PropertyValue {
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw fault("the text ends")
    default: return try number()
    }
  }

  /// Reads a string.
  mutating func string() throws -> String {
    guard next == UInt8(ascii: "\"") else { throw fault("a string was expected") }
    position += 1
    let start = position
    var text: [UInt8]?
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault("a control character in a string") }
      if byte == UInt8(ascii: "\\") {
        // Moved out and back in: a second reference would copy the text at every escape.
        var unescaped = text ?? Array(bytes[start..<position])
        text = nil
        try escape(&unescaped)
        text = unescaped
      } else {
        text?.append(byte)
        position += 1
      }
    }
    let raw = text ?? Array(bytes[start..<position])
    try take(UInt8(ascii: "\""))
    return String(decoding: raw, as: UTF8.self)
  }

  /// Skips a value without keeping it. O(its bytes).
  mutating func skip() throws {
    var open: [UInt8] = []
    repeat {
      switch next {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(next == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        position += 1
        skipSpace()
        continue
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let close = open.popLast() else { throw fault("a value was expected") }
        try take(close)
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard !open.isEmpty else { throw fault("a value was expected") }
        position += 1
        skipSpace()
      default: _ = try scalar()
      }
    } while !open.isEmpty
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// Reads a byte and the space after it.
  private mutating func take(_ byte: UInt8) throws {
    guard next == byte else { throw fault("\"\(Character(UnicodeScalar(byte)))\" was expected") }
    position += 1
    skipSpace()
  }

  private mutating func list(
    _ open: UInt8, _ close: UInt8, _ element: (inout JSONCursor) throws -> Void
  ) throws {
    try take(open)
    if next == close { return try take(close) }
    while true {
      try element(&self)
      if next == close { return try take(close) }
      try take(UInt8(ascii: ","))
    }
  }

  private mutating func word(_ text: StaticString, _ value: PropertyValue) throws -> PropertyValue {
    for index in 0..<text.utf8CodeUnitCount {
      guard next == text.utf8Start[index] else { throw fault("an unknown word") }
      position += 1
    }
    skipSpace()
    return value
  }
}

extension JSONCursor {
  private mutating func digits() throws {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw fault("a value was expected") }
  }

  private mutating func number() throws -> PropertyValue {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let zero = next == UInt8(ascii: "0")
    let first = position
    try digits()
    guard !zero || position == first + 1 else { throw fault("a number that begins with 0") }
    var isWhole = true
    if next == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isWhole = false
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    skipSpace()
    if isWhole {
      if let int = Int64(text) { return .int(int) }
      if let uint = UInt64(text) { return .uint(uint) }
    }
    guard let double = Double(text), double.isFinite else { throw fault("a number beyond the largest") }
    return .double(double)
  }

  /// Reads an escape sequence and appends what it means; half of a surrogate pair is an error.
  private mutating func escape(_ text: inout [UInt8]) throws {
    position += 1
    guard let kind = next else { throw fault("the text ends") }
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(kind)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += Array(String(try scalarOfEscape()).utf8)
    default: throw fault("an unknown escape sequence")
    }
  }

  private mutating func scalarOfEscape() throws -> Character {
    var code = try hexadecimal()
    if (0xD800..<0xDC00).contains(code) {
      guard next == UInt8(ascii: "\\"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u") else {
        throw fault("half of a surrogate pair")
      }
      position += 2
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else { throw fault("half of a surrogate pair") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = UnicodeScalar(code) else { throw fault("half of a surrogate pair") }
    return Character(scalar)
  }

  private mutating func hexadecimal() throws -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ Character(UnicodeScalar($0)).hexDigitValue }) else {
        throw fault("four hexadecimal digits were expected")
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}
