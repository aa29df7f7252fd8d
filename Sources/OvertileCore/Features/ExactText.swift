/// A text that equals another only byte for byte.
///
/// To Swift's strings "\u{E9}" and "e\u{301}" are equal; in JSON and in tiles they are two names or two values.
package struct ExactText: Sendable, Hashable {
  /// The text as written.
  package let text: String

  /// Wraps a text unchanged.
  package init(_ text: String) { self.text = text }

  /// Whether two texts have the same bytes in UTF-8. O(bytes).
  package static func == (a: ExactText, b: ExactText) -> Bool {
    a.text.utf8.count == b.text.utf8.count && a.text.utf8.elementsEqual(b.text.utf8)
  }

  /// Hashes the bytes in UTF-8, and an end that no text has. O(bytes).
  package func hash(into hasher: inout Hasher) {
    var copy = text
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8.max)
  }

  /// Whether a name comes before another by its bytes.
  package static func < (a: ExactText, b: ExactText) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}

extension ExactText: Comparable {}
