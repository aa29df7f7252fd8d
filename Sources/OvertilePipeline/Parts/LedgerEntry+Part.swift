import OvertileExpressions
import OvertileFeatures

extension LedgerEntry {
  /// Whether `encode` writes all of it. The comparison of a cause is a part of an expression, which only the task that
  /// evaluated it has; the slice of such an entry is read again instead.
  var isEncodable: Bool { cause?.comparison == nil && further.allSatisfy(\.isEncodable) }

  /// Writes the entry, except its source and file, which are those of its slice.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(code.rawValue)
    encoder.add(optional: layer) { $0.add($1) }
    location.encode(&encoder)
    encoder.add(optional: id) { $0.add($1) }
    encoder.add(reason)
    encoder.add(UInt64(repairs.rawValue))
    encoder.add(optional: cause) { $1.encode(&$0) }
    encoder.add(optional: found) { $1.encode(&$0) }
    encoder.add(list: further) { $1.encode(&$0) }
    encoder.add(optional: text) { $0.add($1) }
  }

  /// Reads an entry of a slice of a file that is no table.
  init(_ decoder: inout PartDecoder, source: String, file: String, depth: Int = 0) throws {
    guard depth < 3, let code = LedgerCode(rawValue: try decoder.text()) else {
      throw PartFault("an entry of the ledger has an unknown code, or is too deep")
    }
    let layer = try decoder.optional { try $0.text() }
    let location = try InputLocation(&decoder)
    let id = try decoder.optional { try $0.text() }
    self.init(
      code: code, source: source, layer: layer, file: file, location: location, id: id, reason: try decoder.text())
    guard let repairs = UInt16(exactly: try decoder.number()) else { throw PartFault("an entry has unknown repairs") }
    self.repairs = RepairSet(rawValue: repairs)
    cause = try decoder.optional { try DataErrorCause(&$0) }
    found = try decoder.optional { try PropertyValue(&$0) }
    further = try decoder.list { try LedgerEntry(&$0, source: source, file: file, depth: depth + 1) }
    text = try decoder.optional { try $0.text() }
  }
}

extension DataErrorCause {
  /// Writes the cause, except its comparison.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(position.line)
    encoder.add(position.column)
    encoder.add(role)
    for text in [property, expected, found, expression, lookup] { encoder.add(optional: text) { $0.add($1) } }
  }

  /// Reads a cause.
  init(_ decoder: inout PartDecoder) throws {
    let position = SourcePosition(line: try decoder.int(), column: try decoder.int())
    self.init(position: position, role: try decoder.text())
    property = try decoder.optional { try $0.text() }
    expected = try decoder.optional { try $0.text() }
    found = try decoder.optional { try $0.text() }
    expression = try decoder.optional { try $0.text() }
    lookup = try decoder.optional { try $0.text() }
  }
}
