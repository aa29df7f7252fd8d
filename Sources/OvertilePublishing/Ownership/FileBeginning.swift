/// The beginning of files of a kind: fixed bytes, and words and numbers that differ from file to file.
package struct FileBeginning: Sendable {
  /// A part of a beginning.
  package enum Part: Sendable {
    /// These bytes.
    case bytes([UInt8])
    /// One of these words of small letters, digits and hyphens.
    case word(Set<String>)
    /// Digits, at least one.
    case number
  }

  private let parts: [Part]

  /// A beginning of parts, one after the other.
  package init(_ parts: [Part]) { self.parts = parts }

  /// The agreement of a text with a beginning.
  enum Agreement {
    /// All of it is there.
    case whole
    /// The text ends within it.
    case cut
    /// The text begins otherwise.
    case none
  }

  /// Compares a text. O(beginning).
  func agreement(_ text: some Collection<UInt8>) -> Agreement {
    var rest = text[...]
    for part in parts {
      switch part {
      case .bytes(let bytes):
        let common = rest.prefix(bytes.count)
        guard bytes.starts(with: common) else { return .none }
        if common.count < bytes.count { return .cut }
        rest = rest.dropFirst(bytes.count)
      case .word(let words):
        let word = rest.prefix { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
        rest = rest.dropFirst(word.count)
        let found = String(decoding: word, as: UTF8.self)
        if rest.isEmpty { return words.contains { $0.hasPrefix(found) } ? .cut : .none }
        guard words.contains(found) else { return .none }
      case .number:
        let digits = rest.prefix { (48...57).contains($0) }
        rest = rest.dropFirst(digits.count)
        if rest.isEmpty { return .cut }
        guard !digits.isEmpty else { return .none }
      }
    }
    return .whole
  }
}
