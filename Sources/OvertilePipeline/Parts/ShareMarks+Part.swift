import OvertileGeoJSON

extension ShareMarks {
  /// Writes the marks.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(list: slices) { $0.add(optional: $1) { $1.encode(&$0) } }
    encoder.add(optional: rest) { $1.encode(&$0) }
    encoder.add(isWhole)
    encoder.add(isPlain)
  }

  /// Reads the marks of a share that begins with a slice.
  init(_ decoder: inout PartDecoder, first: Int) throws {
    self.init(
      first: first, slices: try decoder.list { try $0.optional { try StreamMark(&$0) } },
      rest: try decoder.optional { try StreamMark(&$0) }, isWhole: try decoder.bool(), isPlain: try decoder.bool())
  }
}
