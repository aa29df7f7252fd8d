import OvertileExpressions

/// An error that lists the problems in a configuration, sorted by their positions in the file.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path of the configuration file, as the caller passed it.
  public let file: String
  /// The first problems in the configuration. The array contains from 1 to 100 problems.
  public let problems: [ConfigurationProblem]
  /// The number of additional problems, which are not listed in `problems`.
  public let unlisted: Int

  /// Creates an error that lists the given problems, sorted by their positions in the file.
  public init(file: String, problems: [ConfigurationProblem], unlisted: Int = 0) {
    self.file = file
    self.unlisted = unlisted
    self.problems = problems.sorted { ($0.position, $0.reason) < ($1.position, $1.reason) }
  }

  /// A description of the problems.
  ///
  /// For each problem, the description gives the position and the reason. If the problem is in the file, the affected
  /// line follows, with a caret under the position.
  public var description: String {
    let rest = unlisted == 0 ? [] : ["\(file): \(unlisted) more \(unlisted == 1 ? "problem" : "problems")"]
    return (problems.map { $0.text(file: file) } + rest).joined(separator: "\n")
  }
}

/// A problem in a configuration.
public struct ConfigurationProblem: Sendable, Hashable {
  /// A code that identifies a kind of problem. The raw values are stable across versions.
  public enum Code: String, Sendable, CaseIterable {
    /// The file cannot be read.
    case unreadable
    /// The file is not YAML, or uses a YAML feature that configurations do not support.
    case syntax
    /// A key occurs more than once in a mapping.
    case duplicateKey
    /// A mapping contains an unknown key.
    case unknownKey
    /// A required key is missing.
    case missingKey
    /// A value has the wrong type.
    case wrongType
    /// A number has no unit.
    case missingUnit
    /// A unit is unknown, or is not allowed for the value.
    case wrongUnit
    /// A number is outside its range.
    case outOfRange
    /// A value is not one of the allowed values, or has the wrong form.
    case badValue
    /// A name refers to something that the file does not define.
    case unknownName
    /// A list or mapping has no entries.
    case empty
    /// Two settings exclude each other.
    case conflict
    /// An expression has an error.
    case expression
    /// An environment variable is not set.
    case environment
    /// A value refers to something outside the file that does not exist. This problem is found only after reading the
    /// file.
    case reference
  }

  /// The code that identifies the kind of problem.
  public let code: Code
  /// The position of the problem in the file. The line number is 0 if the problem is in an override.
  public let position: SourcePosition
  /// The key path of the affected value, such as "layers.quakes.cluster.radius". The string is empty if the problem
  /// concerns the whole file.
  public let keyPath: String
  /// A description of the problem, including a correction if one is known.
  public let reason: String
  /// The text of the line that contains the problem. The string is empty if there is no such line, or if the line is
  /// longer than 1,000 bytes.
  public let sourceLine: String
  /// The option or environment variable that sets the affected value, or `nil` if the file sets it.
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
