/// The tags in a field such as `If-None-Match`. Source: RFC 9110, sections 8.8.3 and 13.1.
package enum EntityTags: Sendable, Hashable {
  /// Any tag: "*".
  case any
  /// Some tags, as they are between the quotation marks.
  case some([Tag])

  /// One tag.
  package struct Tag: Sendable, Hashable {
    /// The text between the quotation marks.
    package var text: String
    /// Whether it tells only of content that means the same.
    package var isWeak: Bool
  }

  /// Reads a field; what is no tag is left out. O(bytes).
  package init(_ field: String) {
    guard field.trimmingPrefix(while: { $0 == " " }) != "*" else {
      self = .any
      return
    }
    var tags: [Tag] = []
    var rest = field[...]
    while let open = rest.firstIndex(of: "\""), tags.count < 100 {
      let isWeak = rest[..<open].hasSuffix("W/")
      let after = rest[rest.index(after: open)...]
      guard let close = after.firstIndex(of: "\"") else { break }
      tags.append(Tag(text: String(after[..<close]), isWeak: isWeak))
      rest = after[after.index(after: close)...]
    }
    self = .some(tags)
  }

  /// Whether a tag is among them; weak ones count unless `strongly`.
  package func contain(_ tag: String, strongly: Bool = false) -> Bool {
    guard case .some(let tags) = self else { return true }
    return tags.contains { $0.text == tag && !(strongly && $0.isWeak) }
  }
}
