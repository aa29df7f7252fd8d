import OvertileCore

/// An expression as it was written: a tree of JSON-like nodes, each with its position in the file.
///
/// Neutral: it does not know whether it came from YAML or JSON.
package struct ExpressionSyntax: Sendable, Hashable {
  /// The content of a node.
  package indirect enum Content: Sendable, Hashable {
    /// Null.
    case null
    /// A boolean.
    case bool(Bool)
    /// A whole number that fits 64 signed bits.
    case int(Int64)
    /// Any other number.
    case double(Double)
    /// A string.
    case string(String)
    /// A list: an operator's name and its arguments, or, inside `literal`, a value.
    case array([ExpressionSyntax])
    /// An object, in the order of the file; allowed inside `literal` only.
    case object([Member])
    /// Something that the reader of the file could not read, and whose mistake it has noted.
    case unreadable
  }

  /// A member of an object.
  package struct Member: Sendable, Hashable {
    /// The key.
    package var key: String
    /// The value.
    package var value: ExpressionSyntax
    /// The start of the key.
    package var keyPosition: SourcePosition

    /// Makes a member; without a position, its key is where its value is.
    package init(key: String, value: ExpressionSyntax, keyPosition: SourcePosition? = nil) {
      (self.key, self.value, self.keyPosition) = (key, value, keyPosition ?? value.position)
    }
  }

  /// The content of the node.
  package var content: Content
  /// The start of the node.
  package var position: SourcePosition

  /// Makes a node.
  package init(_ content: Content, at position: SourcePosition) {
    self.content = content
    self.position = position
  }
}

extension ExpressionSyntax {
  /// The members of an object; none of anything else.
  package var entries: [Member] {
    if case .object(let members) = content { members } else { [] }
  }

  /// The value of a member of an object; nil if there is none.
  package subscript(key: String) -> ExpressionSyntax? { entries.first { $0.key == key }?.value }

  /// The value that is written here; nil for a list or an object.
  var plainValue: PropertyValue? {
    switch content {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    case .string(let string): .string(string)
    case .array, .object, .unreadable: nil
    }
  }

  /// The finite number that is written here; nil for anything else.
  package var plainNumber: Double? { plainValue?.number.flatMap { $0.isFinite ? $0 : nil } }
}
