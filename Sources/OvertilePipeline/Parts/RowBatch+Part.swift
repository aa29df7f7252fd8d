import MapMath
import OvertileFeatures

extension RowBatch {
  /// Writes all columns but the digests.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(sparse: ownIDs) { $0.add($1) }
    encoder.add(sparse: sourceIDs) { $0.add(UInt64($1)) }
    encode(locations, &encoder)
    properties.encode(&encoder)
    encoder.add(pointX)
    encoder.add(pointY)
    encoder.add(pointLatitudes)
    encoder.add(pointRows)
    encoder.add(list: (0..<shapes.count).map { shapes[$0] }) { $1.encode(&$0) }
    encoder.add(shapeRows)
    encoder.add(radii)
    encoder.add(weights)
    encoder.add(list: extras) { $0.add($1) }
  }

  /// Reads the rows of a slice, and checks that all columns fit one another.
  ///
  /// - Parameters:
  ///   - digests: the rows with their digests alone.
  ///   - extraColumns: the number of columns of extra values of the layer.
  init(_ decoder: inout PartDecoder, digests: RowBatch, extraColumns: Int) throws {
    self.init(extraColumns: extraColumns)
    (file, keys, contents) = (digests.file, digests.keys, digests.contents)
    ownIDs = try decoder.sparse(usual: LayerRows.noID, count: keys.count) { try $0.number() }
    sourceIDs = try decoder.sparse(usual: LayerRows.noValue, count: keys.count) {
      UInt32(truncatingIfNeeded: try $0.number())
    }
    locations = try Self.locations(&decoder)
    properties = try PropertyColumns(&decoder)
    pointX = try decoder.words()
    pointY = try decoder.words()
    pointLatitudes = try decoder.doubles()
    pointRows = try decoder.words()
    for shape in try decoder.list({ try WorldGeometry(&$0) }) { shapes.append(shape) }
    shapeRows = try decoder.words()
    radii = try decoder.doubles()
    weights = try decoder.longWords()
    extras = try decoder.list { try $0.words() }
    guard isConsistent(extraColumns: extraColumns) else {
      throw PartFault("the columns of rows do not fit one another")
    }
  }

  private func isConsistent(extraColumns: Int) -> Bool {
    let (count, values) = (keys.count, properties.values.count)
    func areRows(_ rows: [UInt32]) -> Bool {
      rows.allSatisfy { $0 < count } && zip(rows, rows.dropFirst()).allSatisfy { $0 <= $1 }
    }
    func areValues(_ indices: some Sequence<UInt32>) -> Bool {
      indices.allSatisfy { $0 < values || $0 == LayerRows.noValue }
    }
    let lengths = [contents.count, locations.count, properties.rowEnds.count] + extras.map(\.count)
    return lengths.allSatisfy { $0 == count } && extras.count == extraColumns && extras.allSatisfy(areValues)
      && areValues((0..<count).lazy.map { sourceIDs[$0] })
      && pointX.count == pointRows.count && pointY.count == pointRows.count && areRows(pointRows)
      && (pointLatitudes.isEmpty || pointLatitudes.count == pointRows.count)
      && shapes.count == shapeRows.count && areRows(shapeRows)
      && (radii.isEmpty || count > 0 && radii.count % count == 0) && (weights.isEmpty || weights.count == count)
  }

  /// Locations as differences from the one before.
  private func encode(_ locations: [InputLocation], _ encoder: inout PartEncoder) {
    encoder.add(locations.count)
    var last = InputLocation(byteOffset: 0, line: 0, index: 0)
    for location in locations {
      encoder.add(signed: Int64(bitPattern: location.byteOffset &- last.byteOffset))
      encoder.add(signed: Int64(bitPattern: location.line &- last.line))
      encoder.add(signed: Int64(bitPattern: location.index &- last.index))
      last = location
    }
  }

  private static func locations(_ decoder: inout PartDecoder) throws -> [InputLocation] {
    var last = InputLocation(byteOffset: 0, line: 0, index: 0)
    return try (0..<(try decoder.count(bytesEach: 3))).map { _ in
      last.byteOffset &+= UInt64(bitPattern: try decoder.signed())
      last.line &+= UInt64(bitPattern: try decoder.signed())
      last.index &+= UInt64(bitPattern: try decoder.signed())
      return last
    }
  }
}

extension PartEncoder {
  /// Adds a sparse column; nothing but a mark if all entries are the default.
  mutating func add<Element>(
    sparse column: SparseColumn<Element>, _ encode: (inout PartEncoder, Element) -> Void
  ) {
    let isUsual = (0..<column.count).allSatisfy { column[$0] == column.usual }
    add(!isUsual)
    guard !isUsual else { return }
    for index in 0..<column.count { encode(&self, column[index]) }
  }
}

extension PartDecoder {
  /// A sparse column of so many entries.
  mutating func sparse<Element>(
    usual: Element, count: Int, _ decode: (inout PartDecoder) throws -> Element
  ) throws -> SparseColumn<Element> {
    var column = SparseColumn(usual: usual)
    let hasEntries = try bool()
    for _ in 0..<count { column.append(hasEntries ? try decode(&self) : usual) }
    return column
  }
}

extension WorldGeometry {
  /// Writes the geometry.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(UInt64(kind.rawValue))
    encoder.add(x)
    encoder.add(y)
    encoder.add(list: ringEnds) { $0.add($1) }
    encoder.add(list: polygonEnds) { $0.add($1) }
  }

  /// Reads a geometry.
  init(_ decoder: inout PartDecoder) throws {
    guard let raw = UInt8(exactly: try decoder.number()), let kind = Kind(rawValue: raw) else {
      throw PartFault("a geometry has an unknown kind")
    }
    self.init(kind: kind)
    x = try decoder.doubles()
    y = try decoder.doubles()
    ringEnds = try decoder.list { try $0.int() }
    polygonEnds = try decoder.list { try $0.int() }
    func areEnds(_ ends: [Int], of count: Int) -> Bool {
      zip([0] + ends, ends).allSatisfy { $0 <= $1 } && (ends.isEmpty || ends.last == count)
    }
    guard x.count == y.count, areEnds(ringEnds, of: x.count), areEnds(polygonEnds, of: ringEnds.count) else {
      throw PartFault("the rings of a geometry do not fit its positions")
    }
  }
}
