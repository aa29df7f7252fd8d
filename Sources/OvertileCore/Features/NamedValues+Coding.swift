extension NamedValues: Decodable where Value: Decodable {
  /// Creates a table by decoding an object. Each member of the object becomes a named value of the table.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NameKey.self)
    self.init()
    for key in container.allKeys { self[key.stringValue] = try container.decode(Value.self, forKey: key) }
  }
}

extension NamedValues: Encodable where Value: Encodable {
  /// Encodes the table as an object that has a member for each name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    for (name, value) in self { try container.encode(value, forKey: NameKey(stringValue: name)) }
  }
}

/// Any name as the key of an object.
private struct NameKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
