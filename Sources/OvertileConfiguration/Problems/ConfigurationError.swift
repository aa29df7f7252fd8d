import OvertileExpressions

/// The problems of a configuration, in the order of the file.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file, as the caller named it.
  public let file: String
  /// The problems, at least one and at most a hundred.
  public let problems: [ConfigurationProblem]
  /// The number of further problems.
  public let unlisted: Int

  /// Makes an error from problems, which are sorted in the order of the file.
  public init(file: String, problems: [ConfigurationProblem], unlisted: Int = 0) {
    self.file = file
    self.unlisted = unlisted
    self.problems = problems.sorted { ($0.position, $0.reason) < ($1.position, $1.reason) }
  }

  /// Every problem: its position, the reason, and the line with a caret under the position.
  public var description: String {
    let rest = unlisted == 0 ? [] : ["\(file): \(unlisted) more \(unlisted == 1 ? "problem" : "problems")"]
    return (problems.map { $0.text(file: file) } + rest).joined(separator: "\n")
  }
}

/// One problem of a configuration.
public struct ConfigurationProblem: Sendable, Hashable {
  /// The stable kinds of problems.
  public enum Code: String, Sendable, CaseIterable {
    /// The file cannot be read.
    case unreadable
    /// The file is not YAML, or uses a part of YAML that configurations do not.
    case syntax
    /// A key occurs twice in a mapping.
    case duplicateKey
    /// The mapping does not have such a key.
    case unknownKey
    /// A required key is missing.
    case missingKey
    /// A value of another type was expected.
    case wrongType
    /// A number without its unit.
    case missingUnit
    /// A unit that does not fit here.
    case wrongUnit
    /// A number outside its range.
    case outOfRange
    /// A value that is not one of the allowed ones, or has a wrong form.
    case badValue
    /// A name that does not exist in the file.
    case unknownName
    /// A list or mapping without entries.
    case empty
    /// Two settings that exclude each other.
    case conflict
    /// An expression with an error.
    case expression
    /// An environment variable that is not set.
    case environment
    /// A reference to something outside the file that does not exist, found after reading.
    case reference
  }

  /// The kind of problem.
  public let code: Code
  /// Its position in the file; line 0 if it is in an override.
  public let position: SourcePosition
  /// The key path: "layers.quakes.cluster.radius"; empty for the file as a whole.
  public let keyPath: String
  /// The reason, with the replacement if it is known.
  public let reason: String
  /// The line of the file, or an empty text if there is none or it is longer than 1,000 bytes.
  public let sourceLine: String
  /// The option or environment variable that holds the value; nil if the file does.
  public let origin: String?

  /// The problem in words: position, keys, reason, the line and a caret under the position.
  func text(file: String) -> String {
    let location = origin ?? (code == .unreadable ? file : "\(file):\(position)")
    let head = ("\(location): " + (keyPath.isEmpty ? "" : "\(keyPath): ") + reason).onOneLine
    guard origin == nil, !sourceLine.isEmpty else { return head }
    // Tabs stay tabs under tabs, so that the caret is right whatever their width.
    let indent = sourceLine.unicodeScalars.prefix(position.column - 1).map { $0 == "\t" ? "\t" : " " }.joined()
    return "\(head)\n  \(SecretText.maskedLine(sourceLine))\n  \(indent)^"
  }
}
