import OvertileExpressions

/// What is wrong with a configuration: what was found, in the order of the file.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file as it was named.
  public let file: String
  /// What was found, at least one and at most a hundred.
  public let problems: [ConfigurationProblem]
  /// How many more problems there are.
  public let unlisted: Int

  /// Makes an error out of problems, which are put in the order of the file.
  public init(file: String, problems: [ConfigurationProblem], unlisted: Int = 0) {
    self.file = file
    self.unlisted = unlisted
    self.problems = problems.sorted { ($0.position, $0.reason) < ($1.position, $1.reason) }
  }

  /// Every problem: where it is, what it is, and the line with a caret under the place.
  public var description: String {
    let rest = unlisted == 0 ? [] : ["\(file): \(unlisted) more \(unlisted == 1 ? "problem" : "problems")"]
    return (problems.map { $0.text(file: file) } + rest).joined(separator: "\n")
  }
}

/// One thing that is wrong with a configuration.
public struct ConfigurationProblem: Sendable, Hashable {
  /// The stable kinds of problems.
  public enum Code: String, Sendable, CaseIterable {
    /// The file cannot be read.
    case unreadable
    /// The file is not YAML, or uses a part of YAML that configurations do not.
    case syntax
    /// A key occurs twice in a mapping.
    case duplicateKey
    /// No such key here.
    case unknownKey
    /// A key that must be there is not.
    case missingKey
    /// A value of another type was expected.
    case wrongType
    /// A number without its unit.
    case missingUnit
    /// A unit that does not fit here.
    case wrongUnit
    /// A number outside its range.
    case outOfRange
    /// A value that is not one of the allowed ones, or not of the right form.
    case badValue
    /// A name that nothing in the file has.
    case unknownName
    /// A list or mapping without entries.
    case empty
    /// Two settings that exclude each other.
    case conflict
    /// An expression with an error.
    case expression
    /// An environment variable that is not set.
    case environment
    /// A reference to something outside the file that does not hold, found after reading.
    case reference
  }

  /// The kind of problem.
  public let code: Code
  /// Where it is in the file; line 0 when it is in an override.
  public let position: SourcePosition
  /// The keys that lead there: "layers.quakes.cluster.radius"; empty for the file as a whole.
  public let keyPath: String
  /// What is wrong, and what to write instead where that is known.
  public let reason: String
  /// The line of the file it is in, empty when there is none or it is longer than 1,000 bytes.
  public let sourceLine: String
  /// The option or environment variable that gave the value, or nil when the file did.
  public let origin: String?

  /// The problem in words: place, keys, reason, the line and a caret under the place.
  func text(file: String) -> String {
    let location = origin ?? (code == .unreadable ? file : "\(file):\(position)")
    let head = "\(location): " + (keyPath.isEmpty ? "" : "\(keyPath): ") + reason
    guard origin == nil, !sourceLine.isEmpty else { return head }
    // Tabs stay tabs under tabs, so that the caret stands right whatever their width.
    let indent = sourceLine.unicodeScalars.prefix(position.column - 1).map { $0 == "\t" ? "\t" : " " }.joined()
    return "\(head)\n  \(SecretText.masked(sourceLine))\n  \(indent)^"
  }
}
