extension TagFacts {
  /// Writes the facts.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(optional: sourceIDName) { $0.add($1) }
    encoder.add(list: renamed) { encoder, renaming in
      encoder.add(renaming.property)
      encoder.add(renaming.name)
    }
    encoder.add(numberTypes.map(\.rawValue))
  }

  /// Reads facts.
  init(_ decoder: inout PartDecoder) throws {
    self.init(
      sourceIDName: try decoder.optional { try $0.text() },
      renamed: try decoder.list { Renaming(property: try $0.text(), name: try $0.text()) },
      numberTypes: try decoder.byteColumn().map { byte in
        guard let types = NumberTypes(rawValue: byte) else { throw PartFault("an aggregate has unknown types") }
        return types
      })
  }
}
