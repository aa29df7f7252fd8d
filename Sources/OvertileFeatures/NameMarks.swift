import Foundation

/// A JSON text in which equivalent names of an object are marked, to be read by Foundation.
package struct NameMarks {
  /// The text with marks.
  package let text: [UInt8]
  /// The mark's scalar.
  let marker: Unicode.Scalar

  /// Marks a text; nil if no object of it has equivalent names, and if it is not JSON. O(bytes).
  package init?(_ text: [UInt8]) {
    guard text.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }) else { return nil }
    var scan = NameScan(text)
    guard scan.run(), !scan.marks.isEmpty else { return nil }
    marker = ExactNames.marker(for: text)
    let mark = Array(String(Character(marker)).utf8)
    var marked: [UInt8] = []
    var start = 0
    for (end, count) in scan.marks.sorted(by: { $0.end < $1.end }) {
      marked += text[start..<end]
      for _ in 0..<count { marked += mark }
      start = end
    }
    self.text = marked + text[start...]
  }

  /// A name of the marked text as in the original text.
  package func name(_ marked: String) -> String { ExactNames.name(marked, marker) }
}

/// A pass over a JSON text that finds names of one object that Unicode calls equivalent.
private struct NameScan {
  /// The ends of such names, and the number of marks that each needs.
  private(set) var marks: [(end: Int, count: Int)] = []
  private let text: [UInt8]
  /// The open objects with the positions of their names, and the open arrays as nil.
  private var open: [[Range<Int>]?] = []
  private var expectsName = false

  init(_ text: [UInt8]) { self.text = text }

  /// Whether the text is balanced.
  mutating func run() -> Bool {
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < text.count, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < text.count else { return false }
        if expectsName, let names = open.popLast() { open.append((names ?? []) + [start..<index]) }
      case UInt8(ascii: "{"): begin([])
      case UInt8(ascii: "["): begin(nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let names = open.popLast() else { return false }
        if let names, names.count > 1 { mark(names) }
        expectsName = false
      case UInt8(ascii: ","): expectsName = open.last.map { $0 != nil } ?? false
      case UInt8(ascii: ":"): expectsName = false
      default: break
      }
      index += 1
    }
    return open.isEmpty
  }

  private mutating func begin(_ names: [Range<Int>]?) {
    open.append(names)
    expectsName = names != nil
  }

  private mutating func mark(_ ranges: [Range<Int>]) {
    let ranges = ranges.filter { range in
      text[range].contains { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }
    }
    guard ranges.count > 1 else { return }
    let names = ranges.map(name)
    guard Set(names).count < names.count else { return }
    let spellings = Dictionary(grouping: Set(names.map(ExactText.init)), by: \.text).mapValues { $0.sorted() }
    for (range, name) in zip(ranges, names) {
      let earlier = spellings[name]?.firstIndex(of: ExactText(name)) ?? 0
      if earlier > 0 { marks.append((range.upperBound, earlier)) }
    }
  }

  private func name(_ range: Range<Int>) -> String {
    let raw = String(decoding: text[range], as: UTF8.self)
    guard raw.utf8.contains(UInt8(ascii: "\\")) else { return raw }
    return (try? JSONDecoder().decode(String.self, from: Data("\"\(raw)\"".utf8))) ?? raw
  }
}
