/// A table of named values, sorted by the bytes of their names in ascending order.
///
/// Names that differ only in Unicode normalization, such as "\u{E9}" and "e\u{301}", are considered equal.
public struct NamedValues<Value> {
  private var entries: [String: Value]

  /// Creates an empty table.
  public init() { entries = [:] }

  /// Creates a table from the given pairs of names and values. If a name occurs more than once, the given closure
  /// combines the values.
  ///
  /// - Complexity: O(n), where n is the number of pairs.
  public init(_ pairs: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value)
    rethrows
  {
    entries = try Dictionary(pairs, uniquingKeysWith: combine)
  }

  /// The value for the given name, or `nil` if the table does not contain the name.
  ///
  /// - Complexity: O(n) on average, where n is the number of bytes in the name.
  public subscript(name: String) -> Value? {
    get { entries[name] }
    set { entries[name] = newValue }
  }

  /// The value for the given name, or the given default value if the table does not contain the name.
  ///
  /// - Complexity: O(n) on average, where n is the number of bytes in the name.
  public subscript(name: String, default value: @autoclosure () -> Value) -> Value {
    get { entries[name, default: value()] }
    set { entries[name] = newValue }
  }

  /// The number of names in the table.
  public var count: Int { entries.count }

  /// Whether the table is empty.
  public var isEmpty: Bool { entries.isEmpty }

  /// The names in the table, sorted by their bytes in ascending order.
  ///
  /// - Complexity: O(n log n), where n is the number of names.
  public var keys: [String] { entries.keys.sorted(by: Self.precedes) }

  /// The values in the table, sorted by the bytes of their names in ascending order.
  ///
  /// - Complexity: O(n log n), where n is the number of values.
  public var values: [Value] { map(\.value) }

  /// Returns a table with the same names as this table, and with the values transformed by the given closure.
  ///
  /// - Complexity: O(n), where n is the number of values.
  public func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> NamedValues<Other> {
    NamedValues<Other>(entries: try entries.mapValues(transform))
  }

  /// Returns a table with the values transformed by the given closure. Names for which the closure returns `nil` are
  /// left out.
  ///
  /// - Complexity: O(n), where n is the number of values.
  public func compactMapValues<Other>(_ transform: (Value) throws -> Other?) rethrows -> NamedValues<Other> {
    NamedValues<Other>(entries: try entries.compactMapValues(transform))
  }

  /// Returns a table that contains only the pairs that satisfy the given condition.
  ///
  /// - Complexity: O(n), where n is the number of pairs.
  public func filter(_ holds: ((key: String, value: Value)) throws -> Bool) rethrows -> NamedValues {
    NamedValues(entries: try entries.filter { try holds(($0.key, $0.value)) })
  }

  /// Adds the pairs of another table to this table. If both tables contain a name, the given closure combines the two
  /// values.
  ///
  /// - Complexity: O(n), where n is the number of pairs in the other table.
  public mutating func merge(_ other: NamedValues, uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows {
    try entries.merge(other.entries, uniquingKeysWith: combine)
  }

  /// Returns a table that contains the pairs of this table and another table. If both tables contain a name, the given
  /// closure combines the two values.
  ///
  /// - Complexity: O(n), where n is the number of pairs in both tables.
  public func merging(
    _ other: NamedValues, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows -> NamedValues {
    NamedValues(entries: try entries.merging(other.entries, uniquingKeysWith: combine))
  }

  /// Sets the value for the given name and returns the previous value, or `nil` if the table did not contain the name.
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey name: String) -> Value? {
    entries.updateValue(value, forKey: name)
  }

  /// Removes the given name from the table and returns the removed value, or `nil` if the table did not contain the
  /// name.
  @discardableResult
  public mutating func removeValue(forKey name: String) -> Value? { entries.removeValue(forKey: name) }

  fileprivate init(entries: [String: Value]) { self.entries = entries }

  fileprivate static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}

extension NamedValues: Sendable where Value: Sendable {}
extension NamedValues: Equatable where Value: Equatable {}
extension NamedValues: Hashable where Value: Hashable {}

extension NamedValues: ExpressibleByDictionaryLiteral {
  /// Creates a table from a dictionary literal. If a name occurs more than once, its last value is used.
  public init(dictionaryLiteral pairs: (String, Value)...) {
    self.init(pairs) { _, last in last }
  }
}

extension NamedValues: CustomStringConvertible {
  /// A textual representation of the table, such as "[name: value]".
  public var description: String { "[" + map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]" }
}

extension NamedValues: Sequence {
  /// Returns an iterator over the pairs, sorted by the bytes of their names in ascending order.
  ///
  /// - Complexity: O(n log n), where n is the number of pairs.
  public func makeIterator() -> AnyIterator<(key: String, value: Value)> {
    var rest = entries.sorted { Self.precedes($0.key, $1.key) }.makeIterator()
    return AnyIterator { rest.next().map { ($0.key, $0.value) } }
  }
}

extension NamedValues: Decodable where Value: Decodable {
  /// Creates a table by decoding an object. Each member of the object becomes a named value of the table.
  public init(from decoder: any Decoder) throws { self.init(entries: try [String: Value](from: decoder)) }
}

extension NamedValues: Encodable where Value: Encodable {
  /// Encodes the table as an object that has a member for each name.
  public func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}
