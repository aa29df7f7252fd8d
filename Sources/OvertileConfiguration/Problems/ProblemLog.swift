import OvertileCore
import OvertileExpressions

/// Collects the problems while a configuration is read, with the current position.
///
/// A file can have a hundred thousand problems, each on a line of a megabyte: the log is bounded.
struct ProblemLog {
  /// The most problems that are listed; the others are counted.
  static let maximumCount = 100
  /// The most bytes of a reason, a key path or a line.
  static let maximumLength = 1000

  private let lines: [Substring]
  private let origins: [String]
  private(set) var problems: [ConfigurationProblem] = []
  private var noted: Set<String> = []
  /// The number of further problems.
  private(set) var unlisted = 0
  /// The properties that the layer being read computes, as far as they are read: its expressions read them in place of those
  /// of the source.
  var computed: [FeatureExpression.ComputedValue] = []
  /// The keys that lead to the value being read.
  private var path: [Located<String>] = []

  /// The key of the value being read, or its index in a list.
  var key: Located<String> { path.last ?? Located("", at: .start) }

  /// The keys that lead to the value being read, below its layer if it is one of a layer.
  var role: String {
    let keys = path.map(\.value)
    return (keys.first == "layers" ? keys.dropFirst(2) : keys[...]).joined(separator: ".")
  }

  init(text: String, origins: [String] = []) {
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    self.origins = origins
  }

  /// Reads a value below a key.
  mutating func below<R>(_ key: String, at position: SourcePosition = .start, _ body: (inout ProblemLog) -> R) -> R {
    path.append(Located(key, at: position))
    defer { path.removeLast() }
    return body(&self)
  }

  /// Notes a problem with the value being read, or with a key below it; once, however many aliases lead there.
  mutating func note(
    _ code: ConfigurationProblem.Code, at position: SourcePosition, _ reason: @autoclosure () -> String,
    key: String? = nil
  ) {
    guard noted.insert("\(position) \(code) \(key ?? "")").inserted else { return }
    guard problems.count < Self.maximumCount else {
      unlisted += 1
      return
    }
    let keys = path.map(\.value) + [key].compactMap(\.self)
    problems.append(
      ConfigurationProblem(
        code: code, position: position, keyPath: Self.beginning(keys.joined(separator: ".")),
        reason: Self.beginning(reason()), sourceLine: sourceLine(position.line),
        origin: position.line == 0 && origins.count >= position.column ? origins[position.column - 1] : nil))
  }

  /// A line, or an empty text for one that is too long to be shown.
  func sourceLine(_ number: Int) -> String {
    guard lines.indices.contains(number - 1) else { return "" }
    let line = lines[number - 1]
    return line.utf8.count <= Self.maximumLength ? String(line) : ""
  }

  private static func beginning(_ text: String) -> String {
    text.utf8.count <= maximumLength ? text : String(decoding: text.utf8.prefix(maximumLength), as: UTF8.self) + "…"
  }
}
