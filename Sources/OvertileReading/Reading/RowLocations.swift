import OvertileCore

/// The source locations of a layer's rows, some 5 bytes a row.
///
/// The first row of a group has its numbers whole, each further row as differences from the one before.
@usableFromInline
package struct RowLocations: Sendable {
  private var rows = PackedRows(groupSize: groupSize)
  private var last = InputLocation(byteOffset: 0, line: 0, index: 0)
  /// Ascending: the first row of a file, and the file.
  private var files: [(first: Int, file: UInt32)] = []

  private static let groupSize = 32

  /// The number of rows.
  var count: Int { rows.count }

  /// Adds locations in a file, by its index among the source's.
  mutating func append(_ locations: [InputLocation], file: UInt32) {
    if files.last?.file != file, !locations.isEmpty { files.append((count, file)) }
    for location in locations {
      rows.append { isFirst, bytes in
        let base = isFirst ? InputLocation(byteOffset: 0, line: 0, index: 0) : last
        Varint.append(signed: Int64(bitPattern: location.byteOffset &- base.byteOffset), to: &bytes)
        Varint.append(signed: Int64(bitPattern: location.line &- base.line), to: &bytes)
        Varint.append(signed: Int64(bitPattern: location.index &- base.index), to: &bytes)
      }
      last = location
    }
  }

  /// The location of a row.
  func location(ofRow row: Int) -> InputLocation {
    rows.withGroup(ofRow: row) { bytes, index in
      var location = InputLocation(byteOffset: 0, line: 0, index: 0)
      var at = 0
      for _ in 0...index {
        location.byteOffset &+= UInt64(bitPattern: Varint.readSigned(bytes, &at))
        location.line &+= UInt64(bitPattern: Varint.readSigned(bytes, &at))
        location.index &+= UInt64(bitPattern: Varint.readSigned(bytes, &at))
      }
      return location
    }
  }

  /// The index of a row's file among the source's. O(files).
  func file(ofRow row: Int) -> UInt32 {
    files.last { $0.first <= row }?.file ?? 0
  }
}
