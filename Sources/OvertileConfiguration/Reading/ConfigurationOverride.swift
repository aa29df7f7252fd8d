import OvertileExpressions

/// A value from the command line or the environment that replaces a value in a configuration file.
public struct ConfigurationOverride: Sendable, Hashable {
  /// The key path of the value to replace, with keys separated by periods, such as "output.path".
  public var keyPath: String
  /// The replacement value, written as in a configuration file.
  public var value: String
  /// The option or environment variable that sets the value, such as "--output" or "OVERTILE_OUTPUT". Messages about
  /// the value include this text.
  public var origin: String

  /// Creates an override that replaces the value at the given key path.
  public init(keyPath: String, value: String, origin: String) {
    self.keyPath = keyPath
    self.value = value
    self.origin = origin
  }

  /// The environment variables that override values in a configuration file. Each element also contains the key path of
  /// the value that the variable overrides.
  public static let environmentVariables: [(name: String, keyPath: String)] = [
    ("OVERTILE_OUTPUT", "output.path"), ("OVERTILE_THREADS", "threads"),
  ]

  /// The overrides in an environment; empty variables count as unset.
  static func all(in environment: [String: String]) -> [ConfigurationOverride] {
    environmentVariables.compactMap { name, keyPath in
      guard let value = environment[name], !value.isEmpty else { return nil }
      return ConfigurationOverride(keyPath: keyPath, value: value, origin: name)
    }
  }
}

extension ConfigurationNode {
  /// Inserts an override's value, and the mappings that lead there. Its position is line 0, and its number as the
  /// column.
  mutating func apply(_ override: ConfigurationOverride, number: Int) {
    let position = SourcePosition(line: 0, column: number)
    // A path is text whatever it looks like.
    let isPath = override.keyPath.hasSuffix("path")
    let value = isPath ? Content.string(override.value) : PlainScalar.resolve(override.value)
    set(override.keyPath.split(separator: ".").map(String.init), ConfigurationNode(value, at: position))
  }

  private mutating func set(_ path: [String], _ value: ConfigurationNode) {
    guard let key = path.first else {
      self = value
      return
    }
    guard case .object(var entries) = content else { return }
    let index = entries.firstIndex { $0.key == key } ?? entries.endIndex
    if index == entries.endIndex {
      let inner = ConfigurationNode(.object([]), at: position)
      entries.append(Member(key: key, value: inner, keyPosition: value.position))
    }
    entries[index].value.set(Array(path.dropFirst()), value)
    content = .object(entries)
  }
}
