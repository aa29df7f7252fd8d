import OvertileExpressions
import Yams

/// Turns YAML text into nodes: environment variables substituted, scalars resolved, everything else of YAML rejected.
struct YAMLReader {
  private let environment: [String: String]
  private var (nodeCount, byteCount) = (0, 0)
  private var aliases: Aliases?

  /// The most nodes, aliases followed; bounds what a small file of aliases can grow to.
  static let maximumNodes = 100_000
  /// The most bytes of texts, aliases followed: as many as a file can have.
  static let maximumBytes = 16 << 20
  /// The deepest nesting. The parser, which works by recursion, has a limit of its own.
  static let maximumDepth = 100

  init(environment: [String: String]) {
    self.environment = environment
  }

  /// The root of a text's only document; nil after noting the mistakes. The parser stops at the first one.
  mutating func read(_ text: String, _ log: inout ProblemLog) -> ConfigurationNode? {
    guard let hidden = Aliases.hide(text) else {
      log.note(.syntax, at: .start, "the character U+10FFFD is not allowed")
      return nil
    }
    do {
      // Scalars are resolved here, not by the parser, whose rules are those of YAML 1.1.
      let parser = try Parser(yaml: hidden, resolver: .basic, encoding: .utf8)
      guard let root = try parser.singleRoot() else {
        log.note(.empty, at: .start, "the file is empty")
        return nil
      }
      aliases = withExtendedLifetime(parser) { Aliases(below: root) }
      return node(root, depth: 0, &log)
    } catch let error as YamlError {
      note(error, hidden, &log)
    } catch {
      log.note(.syntax, at: .start, "\(error)")
    }
    return nil
  }

  private mutating func node(_ node: Node, depth: Int, _ log: inout ProblemLog) -> ConfigurationNode {
    let position = node.mark?.position ?? .start
    nodeCount += 1
    byteCount += node.scalar?.string.utf8.count ?? 0
    guard nodeCount <= Self.maximumNodes, byteCount <= Self.maximumBytes else {
      // At the start of the file, so that it is listed once.
      log.note(.syntax, at: .start, "the file has too many values, including those that aliases refer to")
      return ConfigurationNode(.unreadable, at: position)
    }
    guard depth <= Self.maximumDepth else {
      log.note(.syntax, at: position, "values are nested more than \(Self.maximumDepth) levels deep")
      return ConfigurationNode(.unreadable, at: position)
    }
    switch node {
    case .scalar(let scalar):
      guard let name = Aliases.name(of: scalar) else {
        return ConfigurationNode(self.scalar(scalar, at: position, &log), at: position)
      }
      return alias(name, scalar, depth: depth, at: position, &log)
    case .sequence(let sequence):
      let items = sequence.enumerated().map { index, item in
        log.below(String(index)) { log in self.node(item, depth: depth + 1, &log) }
      }
      return ConfigurationNode(.array(items), at: position)
    case .mapping(let mapping):
      return ConfigurationNode(.object(entries(of: mapping, depth: depth + 1, &log)), at: position)
    case .alias:
      // The parser gets none.
      return ConfigurationNode(.unreadable, at: position)
    }
  }

  private mutating func alias(
    _ name: String, _ scalar: Node.Scalar, depth: Int, at position: SourcePosition,
    _ log: inout ProblemLog
  ) -> ConfigurationNode {
    if let anchor = scalar.anchor {
      log.note(.syntax, at: position, "the alias *\(name) cannot have its own anchor, &\(anchor.rawValue)")
    } else if let target = aliases?.target(of: scalar) {
      return node(target, depth: depth, &log)
    } else {
      let reason = "the alias *\(name) has no matching anchor before it; quote text that begins with *"
      log.note(.syntax, at: position, reason)
    }
    return ConfigurationNode(.unreadable, at: position)
  }

  /// The entries of a mapping: those that its key `<<` merges and that it lacks, then its own.
  private mutating func entries(
    of mapping: Node.Mapping, depth: Int, _ log: inout ProblemLog
  ) -> [ConfigurationNode.Member] {
    let all = mapping.compactMap { self.entry($0.key, $0.value, depth: depth, &log) }
    let own = all.filter { $0.key != Self.mergeKey }
    var names = Set(own.map(\.key))
    let sources = all.filter { $0.key == Self.mergeKey }.flatMap { merge in
      if case .array(let items) = merge.value.content { items } else { [merge.value] }
    }
    for source in sources {
      switch source.content {
      case .object, .unreadable: break
      default:
        let reason = "<< can only merge a mapping or a list of mappings, but found \(source.summary)"
        log.note(.wrongType, at: source.position, reason)
      }
    }
    return sources.flatMap(\.entries).filter { names.insert($0.key).inserted } + own
  }

  /// The key by which a mapping takes the entries of others.
  private static let mergeKey = "<<"

  private mutating func entry(
    _ key: Node, _ value: Node, depth: Int, _ log: inout ProblemLog
  ) -> ConfigurationNode.Member? {
    let position = key.mark?.position ?? .start
    guard case .scalar(let scalar) = key, Aliases.name(of: scalar) == nil else {
      log.note(.syntax, at: position, "a key must be a plain name")
      return nil
    }
    let name = Aliases.show(scalar.string)
    let node = log.below(name) { log in self.node(value, depth: depth, &log) }
    return ConfigurationNode.Member(key: name, value: node, keyPosition: position)
  }

  private mutating func scalar(
    _ scalar: Node.Scalar, at position: SourcePosition, _ log: inout ProblemLog
  ) -> ConfigurationNode.Content {
    do throws(EnvironmentText.Failure) {
      let written = Aliases.show(scalar.string)
      let text = try EnvironmentText.substitute(written, environment)
      switch scalar.tag.rawValue {
      case Tag.Name.str.rawValue, Tag.Name.nonSpecific.rawValue: return .string(text)
      case Tag.Name.implicit.rawValue:
        // A variable that is empty is an empty string, not a missing value.
        let isString = scalar.style != .plain || (text.isEmpty && !written.isEmpty)
        return isString ? .string(text) : PlainScalar.resolve(text)
      default: log.note(.syntax, at: position, "the tag \(Aliases.show(scalar.tag.rawValue)) is not supported")
      }
    } catch {
      log.note(.environment, at: position, error.reason)
    }
    return .unreadable
  }

  /// Notes the parser's message about its text.
  private func note(_ error: YamlError, _ text: String, _ log: inout ProblemLog) {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let beginning = context.map { " (\($0.text) at \($0.mark.position))" } ?? ""
      let advice = YAMLAdvice.text(problem, line: log.sourceLine(mark.line), start: context?.mark.position)
      log.note(.syntax, at: mark.position, "not YAML: \(problem)\(beginning)\(advice)")
    case .reader(let problem, let offset, _, _):
      log.note(.syntax, at: Self.position(of: offset ?? 0, in: text), "not YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, let context):
      let name = Aliases.show(keys.joined(separator: ", "))
      log.note(
        .duplicateKey, at: context.mark.position,
        "duplicate key \"\(name)\"; the key occurs again below, so remove one of the two", key: name)
    default:
      log.note(.syntax, at: .start, "not YAML: \(Aliases.show("\(error)"))")
    }
  }

  private static func position(of offset: Int, in text: String) -> SourcePosition {
    let lines = text.prefix(offset).split(omittingEmptySubsequences: false) { $0.isNewline }
    return SourcePosition(line: lines.count, column: (lines.last?.count ?? 0) + 1)
  }
}

extension Mark {
  /// The position in the text.
  var position: SourcePosition { SourcePosition(line: line, column: column) }
}

/// Explains a mistake in YAML to the person who made it.
enum YAMLAdvice {
  /// The parser's message, with advice if the mistake is a common one.
  ///
  /// - Parameters:
  ///   - problem: the parser's message.
  ///   - line: the line where it stopped, or an empty text.
  ///   - start: the start of the part that it was reading.
  static func text(_ problem: String, line: String, start: SourcePosition?) -> String {
    let indent = line.prefix { $0 == " " || $0 == "\t" }
    if indent.contains("\t") { return "; indent with spaces instead of tabs" }
    if problem.contains("unexpected end of stream"), let start { return "; the quote at \(start) is not closed" }
    if problem.contains("expected ',' or"), line.contains("${") {
      return "; inside {...} or [...], put ${NAME} in quotes: \"${NAME}\""
    }
    return common.first { problem.contains($0.problem) }.map { "; \($0.advice)" } ?? ""
  }

  /// Parts of the parser's messages, and what to do.
  private static let common: [(problem: String, advice: String)] = [
    (
      "mapping values are not allowed",
      "quote text that contains a colon and a space, and indent a key as far as its neighbors"
    ),
    ("expected ',' or", "check for a missing comma, quote or bracket before this position"),
    ("did not find expected key", "indent this line as far as the lines above it"),
    ("did not find expected '-'", "indent this line as far as the lines above it"),
    ("cannot start any token", "quote text that begins with @, `, % or a tab"),
  ]
}
