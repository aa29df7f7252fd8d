import Foundation

/// Foundation's JSON with names that are equal only byte for byte.
///
/// Foundation keeps objects in dictionaries, which treat "\u{E9}" and "e\u{301}" as one name. Here the text is marked
/// before it is read, and the marks are removed after it is written; texts without such names are untouched.
package enum ExactJSON {
  /// Reads a value. Only `NamedValues` keep equivalent names separate. O(bytes). Throws the errors of `JSONDecoder`.
  package static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) throws -> Value {
    let decoder = JSONDecoder()
    guard let marks = NameMarks(text) else { return try decoder.decode(type, from: Data(text)) }
    if let key = ExactNames.key { decoder.userInfo[key] = marks.marker }
    return try decoder.decode(type, from: Data(marks.text))
  }

  /// Writes a value, its keys sorted. Only `NamedValues` keep equivalent names separate. O(bytes). Throws the errors of
  /// `JSONEncoder`.
  package static func encode(_ value: some Encodable, pretty: Bool = false) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
    guard let key = ExactNames.key else { return Array(try encoder.encode(value)) }
    // The first text shows which scalar occurs nowhere; without marks it is the last one too.
    encoder.userInfo[key] = ExactNames.usual
    let text = Array(try encoder.encode(value))
    guard text.contains(where: { $0 >= 0x80 }) else { return text }
    let marker = ExactNames.marker(for: text)
    if marker == ExactNames.usual { return text }
    encoder.userInfo[key] = marker
    return Array(try encoder.encode(value)).removing(Array(String(Character(marker)).utf8))
  }

  /// The text of an object that Foundation read from a marked text: its keys sorted, its marks removed. O(its size).
  /// Throws the errors of `JSONSerialization`.
  package static func text(of object: [String: Any], _ marks: NameMarks?) throws -> [UInt8] {
    let text = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    guard let marks else { return Array(text) }
    return Array(text).removing(Array(String(Character(marks.marker)).utf8))
  }
}
