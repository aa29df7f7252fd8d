import OvertileFeatures

extension ValueTable {
  /// Writes the values in their order.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(count)
    for index in 0..<UInt32(count) { encode(index, &encoder) }
  }

  /// Writes one value.
  @inline(__always)
  func encode(_ index: UInt32, _ encoder: inout PartEncoder) {
    withPayload(index) { kind, payload in
      encoder.add(UInt64(kind.rawValue))
      encoder.add(payload)
    }
  }

  /// Reads values, which have the same indices again.
  init(_ decoder: inout PartDecoder) throws {
    self.init()
    for index in 0..<UInt32(truncatingIfNeeded: try decoder.count(bytesEach: 2)) {
      let kind = try PropertyKind(&decoder)
      let found = try decoder.withBytes { payload in
        guard kind.isPayload(payload) else { throw PartFault("a value is not of its type") }
        return intern(kind, payload)
      }
      guard found == index else { throw PartFault("a value occurs twice in a table") }
    }
  }
}

extension PropertyKind {
  /// Reads a type.
  init(_ decoder: inout PartDecoder) throws {
    guard let raw = UInt8(exactly: try decoder.number()), let kind = PropertyKind(rawValue: raw) else {
      throw PartFault("a value has an unknown type")
    }
    self = kind
  }

  /// Whether bytes are a payload of the type.
  fileprivate func isPayload(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .null: bytes.isEmpty
    case .bool: bytes.count == 1
    case .int, .uint, .double: bytes.count == 8
    // Most texts are ASCII, which needs no further look.
    case .string, .json: bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }
  }
}

extension PropertyValue {
  /// Writes the value.
  func encode(_ encoder: inout PartEncoder) {
    var table = ValueTable()
    _ = table.intern(self)
    table.encode(&encoder)
  }

  /// Reads a value.
  init(_ decoder: inout PartDecoder) throws {
    let table = try ValueTable(&decoder)
    guard table.count == 1 else { throw PartFault("\(table.count) values instead of one") }
    self = table.value(0)
  }
}

extension PropertyColumns {
  /// Writes the tables and the rows.
  func encode(_ encoder: inout PartEncoder) {
    keys.encode(&encoder)
    values.encode(&encoder)
    encoder.add(rowEnds)
    encoder.add(keyIndices)
    encoder.add(valueIndices)
  }

  /// Reads tables and rows, and checks every index.
  init(_ decoder: inout PartDecoder) throws {
    self.init()
    keys = try ValueTable(&decoder)
    values = try ValueTable(&decoder)
    rowEnds = try decoder.words()
    keyIndices = try decoder.words()
    valueIndices = try decoder.words()
    let (keyCount, valueCount) = (keys.count, values.count)
    guard keyIndices.count == valueIndices.count, Int(rowEnds.last ?? 0) == keyIndices.count,
      zip(rowEnds, rowEnds.dropFirst()).allSatisfy({ $0 <= $1 }), keyIndices.allSatisfy({ $0 < keyCount }),
      valueIndices.allSatisfy({ $0 < valueCount }), (0..<UInt32(keyCount)).allSatisfy({ keys.kind($0) == .string })
    else { throw PartFault("the properties of rows do not fit their tables") }
  }
}
