import OvertileFeatures

/// Where the rows of a layer stand in their files, some 5 bytes a row.
///
/// Of a group of rows the first has its numbers whole, each further one as differences from the one before.
struct RowPlaces: Sendable {
  private var rows: PackedRows
  private var last = SourcePlace(byteOffset: 0, line: 0, index: 0)
  /// Ascending: the first row of a file, and the file.
  private var files: [(first: Int, file: UInt32)] = []

  private static let groupSize = 32

  /// Makes no places, to be kept in a file where one is given.
  init(file: SpoolFile? = nil) {
    rows = PackedRows(groupSize: Self.groupSize, file: file)
  }

  /// The number of rows.
  var count: Int { rows.count }

  /// Adds places in a file, given as its index among the source's.
  mutating func append(_ places: [SourcePlace], file: UInt32) throws {
    if files.last?.file != file, !places.isEmpty { files.append((count, file)) }
    for place in places {
      rows.append { isFirst, bytes in
        let base = isFirst ? SourcePlace(byteOffset: 0, line: 0, index: 0) : last
        Varint.append(signed: Int64(bitPattern: place.byteOffset &- base.byteOffset), to: &bytes)
        Varint.append(signed: Int64(bitPattern: place.line &- base.line), to: &bytes)
        Varint.append(signed: Int64(bitPattern: place.index &- base.index), to: &bytes)
      }
      last = place
    }
    try rows.spill()
  }

  /// Ends adding places.
  mutating func finish() throws { try rows.finish() }

  /// The place of a row.
  func place(ofRow row: Int) throws -> SourcePlace {
    try rows.withGroup(ofRow: row) { bytes, index in
      var place = SourcePlace(byteOffset: 0, line: 0, index: 0)
      var at = 0
      for _ in 0...index {
        place.byteOffset &+= UInt64(bitPattern: Varint.readSigned(bytes, &at))
        place.line &+= UInt64(bitPattern: Varint.readSigned(bytes, &at))
        place.index &+= UInt64(bitPattern: Varint.readSigned(bytes, &at))
      }
      return place
    }
  }

  /// The index of a row's file among the source's. O(files).
  func file(ofRow row: Int) -> UInt32 {
    files.last { $0.first <= row }?.file ?? 0
  }
}
