/// Values by names, which are equal only byte for byte: like a dictionary, but with names that Unicode calls
/// equivalent.
///
/// A Swift dictionary treats "\u{E9}" and "e\u{301}" as one key; JSON and tiles have two. A sequence in ascending order
/// of the names' bytes. `ExactJSON` reads and writes JSON that keeps such names separate.
public struct NamedValues<Value> {
  private var entries: [ExactText: Value]

  /// Makes a table without names.
  public init() { entries = [:] }

  /// Makes a table from pairs; the values of equal names are combined. O(pairs).
  public init(_ pairs: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value)
    rethrows
  {
    entries = try Dictionary(pairs.lazy.map { (ExactText($0.0), $0.1) }, uniquingKeysWith: combine)
  }

  /// The value of a name, or nil. Expected O(bytes of the name).
  public subscript(name: String) -> Value? {
    get { entries[ExactText(name)] }
    set { entries[ExactText(name)] = newValue }
  }

  /// The value of a name, or a default. Expected O(bytes of the name).
  public subscript(name: String, default value: @autoclosure () -> Value) -> Value {
    get { entries[ExactText(name), default: value()] }
    set { entries[ExactText(name)] = newValue }
  }

  /// The number of names.
  public var count: Int { entries.count }

  /// Whether there is no name.
  public var isEmpty: Bool { entries.isEmpty }

  /// The names in ascending order of their bytes. O(n log n).
  public var keys: [String] { entries.keys.sorted().map(\.text) }

  /// The values in the order of their names. O(n log n).
  public var values: [Value] { map(\.value) }

  /// The same names with other values. O(n).
  public func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> NamedValues<Other> {
    NamedValues<Other>(entries: try entries.mapValues(transform))
  }

  /// The names whose transformed values are not nil, with these values. O(n).
  public func compactMapValues<Other>(_ transform: (Value) throws -> Other?) rethrows -> NamedValues<Other> {
    NamedValues<Other>(entries: try entries.compactMapValues(transform))
  }

  /// The names whose pairs hold. O(n).
  public func filter(_ holds: ((key: String, value: Value)) throws -> Bool) rethrows -> NamedValues {
    NamedValues(entries: try entries.filter { try holds(($0.key.text, $0.value)) })
  }

  /// Adds the names of another table; the values of equal names are combined. O(n).
  public mutating func merge(_ other: NamedValues, uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows {
    try entries.merge(other.entries, uniquingKeysWith: combine)
  }

  /// The names of both tables; the values of equal names are combined. O(n).
  public func merging(
    _ other: NamedValues, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> NamedValues {
    NamedValues(entries: try entries.merging(other.entries, uniquingKeysWith: combine))
  }

  /// Sets the value of a name and returns the one before.
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey name: String) -> Value? {
    entries.updateValue(value, forKey: ExactText(name))
  }

  /// Removes a name and returns its value.
  @discardableResult
  public mutating func removeValue(forKey name: String) -> Value? { entries.removeValue(forKey: ExactText(name)) }

  fileprivate init(entries: [ExactText: Value]) { self.entries = entries }
}

extension NamedValues: Sendable where Value: Sendable {}
extension NamedValues: Equatable where Value: Equatable {}
extension NamedValues: Hashable where Value: Hashable {}

extension NamedValues: ExpressibleByDictionaryLiteral {
  /// Makes a table from a literal; the last of several equal names counts.
  public init(dictionaryLiteral pairs: (String, Value)...) {
    self.init(pairs) { _, last in last }
  }
}

extension NamedValues: CustomStringConvertible {
  /// The pairs, such as `[name: value]`.
  public var description: String { "[" + map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]" }
}

extension NamedValues: Sequence {
  /// The pairs in ascending order of the names' bytes. O(n log n).
  public func makeIterator() -> AnyIterator<(key: String, value: Value)> {
    var rest = entries.sorted { $0.key < $1.key }.makeIterator()
    return AnyIterator { rest.next().map { ($0.key.text, $0.value) } }
  }
}
