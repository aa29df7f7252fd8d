/// The rejected features of a source as they were, byte for byte, in a GeoJSON text sequence (RFC 8142).
///
/// Only features that are in no layer are here, so that a corrected copy of the file can be another file of the source
/// without anything being shown twice. Their reasons are in the ledger, whose entries carry the ordinal in this file. A
/// text that holds a record separator cannot be part of a sequence, and is in the ledger alone.
final class Quarantine {
  /// The number of features in it.
  private(set) var count = 0
  /// The number of features beyond its limit.
  private(set) var omitted = 0
  private var bytes = 0

  /// The file of it.
  let records: RecordFile

  /// Begins a quarantine for a path.
  init(_ paths: RecordPaths, isKept: Bool) { records = RecordFile(paths, isKept: isKept) }

  /// Adds a feature's text, and returns its ordinal; nil if the limit is reached.
  func append(_ text: [UInt8]) throws -> Int? {
    guard bytes + text.count <= LedgerLimit.quarantineBytes else {
      omitted += 1
      return nil
    }
    bytes += text.count
    try records.append(count == 0 ? RecordPaths.quarantineBeginning : [RecordPaths.separator])
    try records.append(text)
    try records.append([0x0A])
    defer { count += 1 }
    return count
  }
}
