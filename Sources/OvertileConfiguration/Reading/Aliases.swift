import OvertileExpressions
import Yams

/// The aliases of a text and their anchored values.
///
/// The parser would replace each alias by a copy of the anchored value, and compares keys as wholes: a few lines of
/// aliases can keep it busy forever. So it never sees one. In its text, every star is replaced by another character; a
/// plain scalar that begins with this character is an alias, which the reader follows, counting what it reads.
struct Aliases {
  /// The replacement of a star: a character for private use, which texts must not contain.
  private static let star: Unicode.Scalar = "\u{10FFFD}"

  private var targets: [SourcePosition: Node] = [:]

  /// Finds the anchored nodes of all aliases below a node. The parser must still be there: anchors go with it.
  init(below root: Node) {
    var anchors: [String: Node] = [:]
    bind(root, &anchors)
  }

  /// A text without aliases, of as many characters; nil if it contains the replacement character.
  static func hide(_ text: String) -> String? {
    guard !text.unicodeScalars.contains(star) else { return nil }
    return replace("*", by: star, in: text)
  }

  /// The text in the file for a text that the parser found.
  static func show(_ text: String) -> String { replace(star, by: "*", in: text) }

  /// The name of an alias, empty for a star alone; nil for any other scalar.
  static func name(of scalar: Node.Scalar) -> String? {
    // Comparing keys has resolved their tags.
    let tags = [Tag.Name.implicit.rawValue, Tag.Name.str.rawValue]
    guard scalar.style == .plain, scalar.string.unicodeScalars.first == star, tags.contains(scalar.tag.rawValue) else {
      return nil
    }
    return show(String(scalar.string.unicodeScalars.dropFirst()))
  }

  /// The value of an alias; nil if no anchor of its name has ended before it.
  func target(of alias: Node.Scalar) -> Node? {
    alias.mark.flatMap { targets[$0.position] }
  }

  /// An anchor may be redefined: an alias means the last one before it. An alias has no anchor, so it never leads to
  /// another alias, and following one is never deeper than the text.
  private mutating func bind(_ node: Node, _ anchors: inout [String: Node]) {
    switch node {
    case .scalar(let scalar):
      if let name = Self.name(of: scalar) {
        if let mark = scalar.mark { targets[mark.position] = anchors[name] }
        return
      }
    case .sequence(let sequence):
      for item in sequence { bind(item, &anchors) }
    case .mapping(let mapping):
      for (key, value) in mapping {
        bind(key, &anchors)
        bind(value, &anchors)
      }
    case .alias: break
    }
    if let anchor = node.anchor { anchors[anchor.rawValue] = node }
  }

  private static func replace(_ old: Unicode.Scalar, by new: Unicode.Scalar, in text: String) -> String {
    guard text.unicodeScalars.contains(old) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == old ? new : $0 }))
  }
}
