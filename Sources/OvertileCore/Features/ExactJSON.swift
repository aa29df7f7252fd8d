import Foundation

/// Foundation's JSON as all texts of this project have it: keys sorted, slashes not escaped.
package enum ExactJSON {
  /// Reads a value. O(bytes). Throws the errors of `JSONDecoder`.
  package static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text))
  }

  /// Writes a value, its keys sorted. O(bytes). Throws the errors of `JSONEncoder`.
  package static func encode(_ value: some Encodable, pretty: Bool = false) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return Array(try encoder.encode(value))
  }
}
