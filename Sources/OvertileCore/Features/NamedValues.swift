/// A table of values by name, in ascending order of the names' bytes.
///
/// Names that differ only in Unicode normalization, such as "\u{E9}" and "e\u{301}", are treated as the same name.
public struct NamedValues<Value> {
  private var entries: [String: Value]

  /// Creates an empty table.
  public init() { entries = [:] }

  /// Creates a table from pairs, combining the values of equal names. O(pairs).
  public init(_ pairs: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value)
    rethrows
  {
    entries = try Dictionary(pairs, uniquingKeysWith: combine)
  }

  /// The value for a name, or nil if there is none. Expected O(bytes of the name).
  public subscript(name: String) -> Value? {
    get { entries[name] }
    set { entries[name] = newValue }
  }

  /// The value for a name, or a default value if there is none. Expected O(bytes of the name).
  public subscript(name: String, default value: @autoclosure () -> Value) -> Value {
    get { entries[name, default: value()] }
    set { entries[name] = newValue }
  }

  /// The number of names.
  public var count: Int { entries.count }

  /// Whether the table is empty.
  public var isEmpty: Bool { entries.isEmpty }

  /// The names in ascending order of their bytes. O(n log n).
  public var keys: [String] { entries.keys.sorted(by: Self.precedes) }

  /// The values in the order of their names. O(n log n).
  public var values: [Value] { map(\.value) }

  /// Returns a table with the same names and transformed values. O(n).
  public func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> NamedValues<Other> {
    NamedValues<Other>(entries: try entries.mapValues(transform))
  }

  /// Returns a table of the transformed values that are not nil, with their names. O(n).
  public func compactMapValues<Other>(_ transform: (Value) throws -> Other?) rethrows -> NamedValues<Other> {
    NamedValues<Other>(entries: try entries.compactMapValues(transform))
  }

  /// Returns the pairs that satisfy a condition. O(n).
  public func filter(_ holds: ((key: String, value: Value)) throws -> Bool) rethrows -> NamedValues {
    NamedValues(entries: try entries.filter { try holds(($0.key, $0.value)) })
  }

  /// Adds the pairs of another table, combining the values of equal names. O(n).
  public mutating func merge(_ other: NamedValues, uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows {
    try entries.merge(other.entries, uniquingKeysWith: combine)
  }

  /// Returns the pairs of both tables, combining the values of equal names. O(n).
  public func merging(
    _ other: NamedValues, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> NamedValues {
    NamedValues(entries: try entries.merging(other.entries, uniquingKeysWith: combine))
  }

  /// Sets the value for a name, and returns the previous value.
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey name: String) -> Value? {
    entries.updateValue(value, forKey: name)
  }

  /// Removes a name, and returns its value.
  @discardableResult
  public mutating func removeValue(forKey name: String) -> Value? { entries.removeValue(forKey: name) }

  fileprivate init(entries: [String: Value]) { self.entries = entries }

  fileprivate static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}

extension NamedValues: Sendable where Value: Sendable {}
extension NamedValues: Equatable where Value: Equatable {}
extension NamedValues: Hashable where Value: Hashable {}

extension NamedValues: ExpressibleByDictionaryLiteral {
  /// Creates a table from a literal. If names are equal, the last value is used.
  public init(dictionaryLiteral pairs: (String, Value)...) {
    self.init(pairs) { _, last in last }
  }
}

extension NamedValues: CustomStringConvertible {
  /// The pairs as text, such as `[name: value]`.
  public var description: String { "[" + map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]" }
}

extension NamedValues: Sequence {
  /// Returns an iterator over the pairs in ascending order of the names' bytes. O(n log n).
  public func makeIterator() -> AnyIterator<(key: String, value: Value)> {
    var rest = entries.sorted { Self.precedes($0.key, $1.key) }.makeIterator()
    return AnyIterator { rest.next().map { ($0.key, $0.value) } }
  }
}
