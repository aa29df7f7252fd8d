import OvertileCore

/// Orders values by their JSON texts without holding all texts at once.
///
/// Values are sorted by eight bytes of their texts at a time. A group in which those are equal is sorted by the texts
/// themselves if they are few, otherwise by the eight bytes after the common prefix of the whole group.
struct TextOrder {
  private let table: ValueTable
  /// The most bytes of texts that are held at once.
  private let heldBytes: Int

  /// Enough for most tables.
  static let usualHeldBytes = 64 << 20

  private struct Entry {
    var prefix: UInt64
    var value: UInt32
  }

  /// Orders the values of a table.
  init(_ table: ValueTable, heldBytes: Int = usualHeldBytes) { (self.table, self.heldBytes) = (table, heldBytes) }

  /// Some values in ascending order of the bytes of their texts. Memory: 16 bytes a value and the texts that are held.
  func sorted(_ values: [UInt32]) -> [UInt32] {
    var entries = values.map { Entry(prefix: 0, value: $0) }
    sort(&entries, 0..<entries.count)
    return entries.map(\.value)
  }

  private func sort(_ entries: inout [Entry], _ range: Range<Int>) {
    guard range.count > 1 else { return }
    if textBytes(entries[range]) <= heldBytes { return sortTexts(&entries, range) }
    guard let depth = commonLength(entries[range]) else { return }
    for index in range { entries[index].prefix = Self.prefix(table.json(entries[index].value).utf8.dropFirst(depth)) }
    entries[range].sort { $0.prefix < $1.prefix }
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, entries[end].prefix == entries[start].prefix { end += 1 }
      sort(&entries, start..<end)
      start = end
    }
  }

  /// An estimate of the memory of some values' texts.
  private func textBytes(_ entries: ArraySlice<Entry>) -> Int {
    entries.reduce(0) { $0 + 64 + table.payloadByteCount($1.value) }
  }

  private func sortTexts(_ entries: inout [Entry], _ range: Range<Int>) {
    let texts = entries[range].map { (value: $0.value, text: table.json($0.value)) }.sorted {
      $0.text.utf8.lexicographicallyPrecedes($1.text.utf8)
    }
    for (index, entry) in zip(range, texts) { entries[index].value = entry.value }
  }

  /// The length in bytes of the common prefix of all texts; nil if they do not differ.
  private func commonLength(_ entries: ArraySlice<Entry>) -> Int? {
    guard let first = entries.first else { return nil }
    let text = Array(table.json(first.value).utf8)
    var (common, differ) = (text.count, false)
    for entry in entries.dropFirst() {
      let other = table.json(entry.value).utf8
      let equal = zip(text, other).prefix { $0 == $1 }.count
      if equal < text.count || equal < other.count { differ = true }
      common = min(common, equal)
    }
    return differ ? common : nil
  }

  /// The first eight bytes as a number with the same order. No text has a byte of zero, so shorter texts come first.
  private static func prefix(_ bytes: Substring.UTF8View) -> UInt64 {
    var prefix: UInt64 = 0
    for byte in bytes.prefix(8) { prefix = prefix << 8 | UInt64(byte) }
    let count = min(bytes.count, 8)
    return count == 0 ? 0 : prefix << UInt64(8 * (8 - count))
  }
}
