import OvertileCore
import OvertileExpressions

/// Orders values by their JSON texts. Strings, which may be many and long, are compared without making their texts.
struct TextOrder {
  private let table: ValueTable

  /// Orders the values of a table.
  init(_ table: ValueTable) { self.table = table }

  /// Some values in ascending order of the bytes of their texts.
  func sorted(_ values: [UInt32]) -> [UInt32] {
    let strings = values.filter { table.kind($0) == .string }.sorted(by: precedes)
    let others = values.filter { table.kind($0) != .string }.map {
      (value: $0, text: CanonicalJSON.text(of: table.value($0)))
    }
    .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    // A string's text begins with a quotation mark, which comes before all that others begin with.
    return strings + others.map(\.value)
  }

  /// Whether the text of a string comes before that of another: what follows the bytes that they share decides.
  private func precedes(_ a: UInt32, _ b: UInt32) -> Bool {
    table.withPayload(a) { _, a in
      table.withPayload(b) { _, b in
        var index = 0
        while index < a.count, index < b.count, a[index] == b[index] { index += 1 }
        return Self.ranks[index < a.count ? Int(a[index]) : 256] < Self.ranks[index < b.count ? Int(b[index]) : 256]
      }
    }
  }

  /// For each byte of a string, and at 256 for its end: the text of it, as a number with the same order.
  private static let ranks: [UInt64] = (0...256).map { byte in
    let text =
      switch byte {
      case 256: [UInt8(ascii: "\"")]
      case 0x80...: [UInt8(byte)]
      default: Array(CanonicalJSON.quoted(String(UnicodeScalar(UInt8(byte)))).utf8.dropFirst().dropLast())
      }
    return (0..<8).reduce(0) { rank, index in rank << 8 | UInt64(index < text.count ? text[index] : 0) }
  }
}
