import Foundation
import OvertileConfiguration
import OvertilePublishing

/// The rejected features of a source as they were, byte for byte, in a GeoJSON text sequence (RFC 8142).
///
/// Only features that are in no layer are here, so that a corrected copy of the file can be another file of the source
/// without anything being shown twice. Their reasons are in the ledger, whose entries carry the ordinal in this file. A
/// text that holds a record separator cannot be part of a sequence, and is in the ledger alone.
package final class Quarantine {
  /// The number of features in it.
  package private(set) var count = 0
  /// The number of features beyond its limit.
  private(set) var omitted = 0
  private var bytes = 0
  /// The path once it is published and not empty.
  private(set) var published: String?

  private let records: RecordFile

  /// Begins a quarantine for a path.
  package init(_ paths: RecordPaths, isKept: Bool = true) {
    records = RecordFile(paths, isKept: isKept)
  }

  /// Adds a feature's text, and returns its ordinal; nil if the limit is reached.
  package func append(_ text: [UInt8]) throws -> Int? {
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

  /// The files that stay as they are, since this user may not read them.
  package var unreadable: [String] { records.unreadable }

  /// Writes all that was added.
  package func prepare() throws { try records.prepare() }

  /// The path to which a failed run will move the file; nil if it is empty. Asked after `prepare`.
  var pathIfFailed: String? { records.pathIfFailed }

  /// Moves the file to its path, or removes an old one; see `RecordFile`.
  package func publish(failed: Bool) throws {
    published = try records.publish(failed: failed)
  }

  /// The quarantines in a configuration, by source.
  package static func all(
    _ sources: [SourceConfiguration], paths: OutputPaths, isKept: Bool = true
  ) -> [String: Quarantine] {
    var quarantines: [String: Quarantine] = [:]
    for source in sources {
      guard let records = paths.quarantinePaths(of: source) else { continue }
      quarantines[source.name.value] = Quarantine(records, isKept: isKept)
    }
    return quarantines
  }
}
