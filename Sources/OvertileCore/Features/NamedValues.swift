/// Values by names, in ascending order of the names' bytes.
///
/// Names that differ only in Unicode's normalization, such as "\u{E9}" and "e\u{301}", are one name.
public struct NamedValues<Value> {
  private var entries: [String: Value]

  /// Makes a table without names.
  public init() { entries = [:] }

  /// Makes a table from pairs; the values of equal names are combined. O(pairs).
  public init(_ pairs: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value)
    rethrows
  {
    entries = try Dictionary(pairs, uniquingKeysWith: combine)
  }

  /// The value of a name, or nil. Expected O(bytes of the name).
  public subscript(name: String) -> Value? {
    get { entries[name] }
    set { entries[name] = newValue }
  }

  /// The value of a name, or a default. Expected O(bytes of the name).
  public subscript(name: String, default value: @autoclosure () -> Value) -> Value {
    get { entries[name, default: value()] }
    set { entries[name] = newValue }
  }

  /// The number of names.
  public var count: Int { entries.count }

  /// Whether there is no name.
  public var isEmpty: Bool { entries.isEmpty }

  /// The names in ascending order of their bytes. O(n log n).
  public var keys: [String] { entries.keys.sorted(by: Self.precedes) }

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

  /// The pairs for which a condition holds. O(n).
  public func filter(_ holds: ((key: String, value: Value)) throws -> Bool) rethrows -> NamedValues {
    NamedValues(entries: try entries.filter { try holds(($0.key, $0.value)) })
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

  /// Sets the value of a name and returns the previous value.
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey name: String) -> Value? {
    entries.updateValue(value, forKey: name)
  }

  /// Removes a name and returns its value.
  @discardableResult
  public mutating func removeValue(forKey name: String) -> Value? { entries.removeValue(forKey: name) }

  fileprivate init(entries: [String: Value]) { self.entries = entries }

  fileprivate static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
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
    var rest = entries.sorted { Self.precedes($0.key, $1.key) }.makeIterator()
    return AnyIterator { rest.next().map { ($0.key, $0.value) } }
  }
}
