import Foundation
import Publishing

/// The features that are not in the bundle as they came, one JSON object a line, in the order of the sources.
///
/// Written to a temporary file beside the target and moved into place at the end; an empty ledger leaves no file.
struct Ledger: ~Copyable {
  /// Entries by code.
  private(set) var counts: [String: Int] = [:]
  /// The first entries, for messages.
  private(set) var first: [LedgerEntry] = []

  private let path: String
  private let temporary: String
  private var pending = Data()
  private var handle: FileHandle?
  private let encoder: JSONEncoder

  /// How many entries are kept for messages.
  static let firstCount = 10

  /// Begins a ledger that will stand at a path.
  init(path: String) {
    self.path = path
    temporary = path + ".partial"
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  deinit {
    try? handle?.close()
    try? FileManager.default.removeItem(atPath: temporary)
  }

  /// Adds an entry.
  mutating func add(_ entry: LedgerEntry) throws {
    counts[entry.code, default: 0] += 1
    if first.count < Self.firstCount { first.append(entry) }
    pending.append(try encoder.encode(entry))
    pending.append(0x0A)
    if pending.count > 1 << 20 { try flush() }
  }

  /// Moves the ledger into its place, or removes an old one when there is nothing to say.
  mutating func publish() throws {
    try flush()
    if let handle {
      try FileSystem.synchronize(temporary)
      try handle.close()
      self.handle = nil
      try FileSystem.move(temporary, to: path)
    } else if FileManager.default.fileExists(atPath: path) {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  private mutating func flush() throws {
    guard !pending.isEmpty else { return }
    if handle == nil {
      handle = FileHandle(fileDescriptor: try FileSystem.create(temporary), closeOnDealloc: true)
    }
    do {
      try handle?.write(contentsOf: pending)
    } catch {
      throw PipelineError.inputOutput("cannot write the ledger \(temporary): \(FileSystem.lastError())")
    }
    pending.removeAll(keepingCapacity: true)
  }
}
