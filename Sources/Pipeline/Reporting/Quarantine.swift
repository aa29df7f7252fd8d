import Configuration
import Foundation

/// The rejected features of a source as they were, byte for byte, in a GeoJSON text sequence (RFC 8142).
///
/// Only features that are in no layer are here, so that a mended copy of the file can be another file of the source
/// without anything being shown twice. Their reasons are in the ledger, whose entries carry the ordinal here. A text that
/// holds a record separator cannot stand in a sequence, and is in the ledger alone.
final class Quarantine {
  /// How many features are in it.
  private(set) var count = 0
  /// How many features did not find room.
  private(set) var omitted = 0
  private var bytes = 0
  /// Where it stands, once it is published and not empty.
  private(set) var published: String?

  private let records: RecordFile

  static let separator: UInt8 = 0x1E

  /// Begins a quarantine that will stand at a path.
  init(path: String, failedPath: String, isKept: Bool = true) {
    records = RecordFile(path: path, failedPath: failedPath, isKept: isKept)
  }

  /// What may stand beside it while it grows.
  var temporaries: [String] { records.temporaries }

  /// Adds a feature's text, and tells its ordinal; nil when there is no room for it.
  func append(_ text: [UInt8]) throws -> Int? {
    guard bytes + text.count <= LedgerLimit.quarantineBytes else {
      omitted += 1
      return nil
    }
    bytes += text.count
    try records.append([Self.separator])
    try records.append(text)
    try records.append([0x0A])
    defer { count += 1 }
    return count
  }

  /// Moves the file into its place, or removes an old one; see `RecordFile`.
  func publish(failed: Bool) throws {
    published = try records.publish(failed: failed)
  }

  /// The quarantines that a configuration asks for, by source.
  ///
  /// - Throws: `PipelineError.configuration` when one would stand where an input does.
  static func all(
    _ sources: [PlannedSource], place: OutputPlace, isKept: Bool = true
  ) throws -> [String: Quarantine] {
    var taken = Set(sources.flatMap(\.files))
    var quarantines: [String: Quarantine] = [:]
    for source in sources {
      guard let path = place.quarantine(of: source.configuration),
        let failedPath = place.failed.quarantine(of: source.configuration)
      else { continue }
      guard taken.isDisjoint(with: [path, failedPath]) else {
        throw PipelineError.configuration(
          "source \"\(source.name)\": the quarantine \(path) is also an input or another source's quarantine, and every "
            + "run replaces it; name another file")
      }
      taken.formUnion([path, failedPath])
      quarantines[source.name] = Quarantine(path: path, failedPath: failedPath, isKept: isKept)
    }
    return quarantines
  }
}
