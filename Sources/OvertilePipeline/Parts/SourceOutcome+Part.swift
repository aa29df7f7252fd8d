import OvertileConfiguration
import OvertileFeatures
import OvertileGeoJSON

extension SourceWorker.Outcome {
  /// Whether another process can have the same results from `encode`.
  var isEncodable: Bool { entries.allSatisfy(\.isEncodable) }

  /// Writes the results of a slice, except its file and number, which are the name of the section, and of rows their digests alone.
  func encode(_ encoder: inout PartEncoder) {
    counts.encode(&encoder)
    encoder.add(list: entries) { $1.encode(&$0) }
    encoder.add(list: originals.sorted { $0.key < $1.key }) { encoder, original in
      encoder.add(original.key)
      encoder.add(original.value)
    }
    encoder.add(list: layers) { $1.encode(&$0) }
    encoder.add(list: notes) { $1.encode(&$0) }
    encoder.add(list: crs) { $1.encode(&$0) }
    encoder.add(outsideAreaOfUse)
    encoder.add(beyondMap)
    census.encode(&encoder)
    encoder.add(sample.x)
    encoder.add(sample.y)
    encoder.add(stated.agreeing)
    encoder.add(stated.exchanged)
  }

  /// Writes the rows of all layers, except their digests.
  func encodeRows(_ encoder: inout PartEncoder) { encoder.add(list: layers) { $1.rows.encode(&$0) } }

  /// Reads the rows of all layers.
  mutating func takeRows(_ decoder: inout PartDecoder, of source: PlannedSource) throws {
    guard try decoder.count() == layers.count else { throw PartFault("there are rows of other layers") }
    for (index, mapping) in source.layers.enumerated() {
      layers[index].rows = try RowBatch(
        &decoder, digests: layers[index].rows, extraColumns: mapping.extra.columns.count)
    }
    guard layers.allSatisfy({ $0.points == $0.rows.pointRows.count }) else {
      throw PartFault("the rows of a slice have other points than its results")
    }
  }

  /// Reads the results of a slice of a source's file; of rows only the digests.
  init(_ decoder: inout PartDecoder, of source: PlannedSource, _ read: ReadSlice) throws {
    self.init(file: read.file, storedBytes: read.storedBytes)
    slice = read.slice
    let name = source.files[Int(read.file)]
    counts = try SourceCounts(&decoder)
    entries = try decoder.list { try LedgerEntry(&$0, source: source.name, file: name) }
    for _ in 0..<(try decoder.count()) { originals[try decoder.number()] = try decoder.byteColumn() }
    var mappings = source.layers.makeIterator()
    layers = try decoder.list { decoder in
      guard let mapping = mappings.next() else { throw PartFault("there are more layers than the source has") }
      return try SourceWorker.LayerOutcome(&decoder, mapping, file: read.file)
    }
    guard layers.count == source.layers.count else { throw PartFault("there are fewer layers than the source has") }
    notes = try decoder.list { try FeatureNote(&$0) }
    crs = try decoder.list { try LegacyCRS(&$0) }
    outsideAreaOfUse = try decoder.int()
    beyondMap = try decoder.int()
    census = try PropertyCensus(&decoder)
    let (x, y) = (try decoder.doubles(), try decoder.doubles())
    guard x.count == y.count else { throw PartFault("a sample has \(x.count) and \(y.count) coordinates") }
    sample = CoordinateSample(of: x, y)
    stated = StatedCoordinates(agreeing: try decoder.int(), exchanged: try decoder.int())
  }
}

extension SourceWorker.LayerOutcome {
  fileprivate func encode(_ encoder: inout PartEncoder) {
    encoder.add(rows.keys)
    encoder.add(rows.contents)
    for count in [counts.read, counts.accepted, counts.filtered] { encoder.add(count) }
    for count in [counts.rejected, counts.withoutGeometry, counts.repaired] { encoder.add(count) }
    encoder.add(points)
    encoder.add(tiles)
  }

  fileprivate init(_ decoder: inout PartDecoder, _ mapping: FeatureMapping, file: UInt32) throws {
    var rows = RowBatch(extraColumns: mapping.extra.columns.count)
    rows.file = file
    (rows.keys, rows.contents) = (try decoder.longWords(), try decoder.longWords())
    guard rows.keys.count == rows.contents.count else { throw PartFault("the digests of rows differ in number") }
    let counts = LayerCounts(
      read: try decoder.int(), accepted: try decoder.int(), filtered: try decoder.int(), rejected: try decoder.int(),
      withoutGeometry: try decoder.int(), repaired: try decoder.int())
    self.init(rows: rows, counts: counts, points: try decoder.int(), tiles: try decoder.int())
  }
}

extension SourceCounts {
  fileprivate func encode(_ encoder: inout PartEncoder) {
    encoder.add(bytes)
    for count in [read, usable, rejected, wrong ?? 0] { encoder.add(count) }
  }

  fileprivate init(_ decoder: inout PartDecoder) throws {
    self.init(
      bytes: try decoder.number(), read: try decoder.int(), usable: try decoder.int(), rejected: try decoder.int(),
      wrong: try decoder.int())
  }
}

extension FeatureNote {
  fileprivate func encode(_ encoder: inout PartEncoder) {
    encoder.add(code.rawValue)
    encoder.add(count)
    location.encode(&encoder)
    encoder.add(name)
  }

  fileprivate init(_ decoder: inout PartDecoder) throws {
    guard let code = Code(rawValue: try decoder.text()) else { throw PartFault("a note has an unknown code") }
    self.init(
      code: code, count: try decoder.int(), location: try InputLocation(&decoder), name: try decoder.text())
  }
}

extension LegacyCRS {
  fileprivate func encode(_ encoder: inout PartEncoder) {
    let (number, text): (Int, String) =
      switch form {
      case .null: (0, "")
      case .name(let text): (1, text)
      case .link(let text): (2, text)
      case .unsupported(let text): (3, text)
      }
    encoder.add(number)
    encoder.add(text)
    encoder.add(byteOffset)
  }

  fileprivate init(_ decoder: inout PartDecoder) throws {
    let (number, text) = (try decoder.int(), try decoder.text())
    let form: Form
    switch number {
    case 0: form = .null
    case 1: form = .name(text)
    case 2: form = .link(text)
    case 3: form = .unsupported(text)
    default: throw PartFault("a `crs` member has an unknown form")
    }
    self.init(form, byteOffset: try decoder.number())
  }
}
