/// A decoder without data: it returns a value for each request of a type, and records the requests.
///
/// An array has one item and an object with free names has one member, so that their forms are seen.
struct FormDecoder: Decoder, SingleValueDecodingContainer {
  private let record: FormRecord
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The one name of an object with free names.
  static let anyName = "*"

  /// Records the requests of a value.
  init(_ record: FormRecord) { self.record = record }

  /// A value of a type, whose form is recorded.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value { try plain(type) ?? type.init(from: self) }

  /// A value of a type without members; nil for another type.
  private func plain<Value>(_ type: Value.Type) -> Value? {
    let plain: (CodedForm, Any)? =
      switch type {
      case is Bool.Type: (.flag, false)
      case is String.Type: (.text, "")
      case is Int.Type: (.integer, 0)
      case is Double.Type: (.number, 0.0)
      default: nil
      }
    guard let plain, let value = plain.1 as? Value else { return nil }
    record.plain = plain.0
    return value
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    record.beginMembers()
    return KeyedDecodingContainer(FormMembers(record))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { FormItems(record) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }

  /// The requests of a type without members of its own; another one would request itself without end.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let value = plain(type) else { throw FormError(type: "\(type)") }
    return value
  }
}

/// The members that a value requests.
private struct FormMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let record: FormRecord
  let codingPath: [any CodingKey] = []

  init(_ record: FormRecord) { self.record = record }

  /// One for free names; none for a type's own, which are requested by name.
  var allKeys: [Key] { Key(stringValue: FormDecoder.anyName).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { true }

  /// Called before a value that may be missing is decoded.
  func decodeNil(forKey key: Key) -> Bool {
    record.mayLack(key.stringValue)
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try FormDecoder(record.member(key.stringValue, of: type)).value(type)
  }

  func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key) -> KeyedDecodingContainer<Other> {
    FormDecoder(record.member(key.stringValue, of: type)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    FormItems(record.member(key.stringValue, of: Key.self))
  }

  func superDecoder() throws -> any Decoder { throw FormError(type: "\(Key.self)") }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw FormError(type: "\(Key.self)") }
}

/// The one item of an array.
private struct FormItems: UnkeyedDecodingContainer {
  private let record: FormRecord
  let codingPath: [any CodingKey] = []
  let count: Int? = 1
  private(set) var currentIndex = 0

  init(_ record: FormRecord) { self.record = record }

  var isAtEnd: Bool { currentIndex > 0 }

  func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    let item = FormRecord()
    let value = try FormDecoder(item).value(type)
    record.plain = .list(try item.form(as: "\(type)"))
    return value
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw FormError(type: "\(type)")
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw FormError(type: "an array of arrays") }

  func superDecoder() throws -> any Decoder { throw FormError(type: "an array") }
}
