import OvertileFeatures

extension PropertyCensus {
  /// Writes the census of a slice.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(list: wanted.sorted { $0.key < $1.key }) { encoder, entry in
      encoder.add(entry.key)
      encoder.add(UInt64(entry.value.rawValue))
    }
    encoder.add(list: kinds.sorted { $0.key < $1.key }) { encoder, entry in
      encoder.add(entry.key)
      encoder.add(kinds: entry.value)
    }
    encoder.add(list: values.sorted { $0.key < $1.key }) { encoder, entry in
      encoder.add(entry.key)
      entry.value.encode(&encoder)
    }
    encoder.add(list: names.sorted()) { $0.add($1) }
    encoder.add(features)
    encoder.add(unread)
    encoder.add(list: paths.sorted()) { $0.add($1) }
    encoder.add(optional: extent.edges) { $0.add([$1.west, $1.south, $1.east, $1.north]) }
  }

  /// Reads the census of a slice.
  init(_ decoder: inout PartDecoder) throws {
    self.init([])
    for _ in 0..<(try decoder.count()) {
      let name = try decoder.text()
      guard let raw = UInt8(exactly: try decoder.number()), let presence = Presence(rawValue: raw) else {
        throw PartFault("a property has an unknown presence")
      }
      wanted[name] = presence
    }
    for _ in 0..<(try decoder.count()) { kinds[try decoder.text()] = try decoder.kinds() }
    for _ in 0..<(try decoder.count()) { values[try decoder.text()] = try PropertyValues(&decoder) }
    names = Set(try decoder.list { try $0.text() })
    features = try decoder.int()
    unread = try decoder.int()
    paths = Set(try decoder.list { try $0.text() })
    guard let edges = try decoder.optional({ try $0.doubles() }) else { return }
    guard edges.count == 4 else { throw PartFault("an extent has \(edges.count) edges") }
    extent.edges = (edges[0], edges[1], edges[2], edges[3])
  }
}

extension PropertyValues {
  /// Writes the values in the order in which they were found.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(list: different) { $1.encode(&$0) }
    encoder.add(hasMore)
    encoder.add(optional: range) { $0.add([$1.lowerBound, $1.upperBound]) }
    encoder.add(kinds: kinds)
  }

  /// Reads values.
  init(_ decoder: inout PartDecoder) throws {
    let different = try decoder.list { try PropertyValue(&$0) }
    let hasMore = try decoder.bool()
    let range = try decoder.optional { decoder in
      let ends = try decoder.doubles()
      guard ends.count == 2, ends[0] <= ends[1] else { throw PartFault("a range of numbers is empty") }
      return ends[0]...ends[1]
    }
    self.init(different: different, hasMore: hasMore, range: range, kinds: try decoder.kinds())
  }
}

extension PartEncoder {
  /// Adds some types.
  fileprivate mutating func add(kinds: Set<PropertyKind>) {
    add(list: kinds.map(\.rawValue).sorted()) { $0.add(UInt64($1)) }
  }
}

extension PartDecoder {
  /// Some types.
  fileprivate mutating func kinds() throws -> Set<PropertyKind> { Set(try list { try PropertyKind(&$0) }) }
}
