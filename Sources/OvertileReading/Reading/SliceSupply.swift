/// Where the slices of a source come from, in their order: its files, or what tasks have made of them.
package protocol SliceSupply {
  /// The next slice, or nil after the last one.
  mutating func nextSlice() throws -> SuppliedSlice?

  /// Ends what is running, for example after a failure.
  mutating func close()

  /// Warnings about the files so far.
  var warnings: FileWarnings { get }

  /// The report's entries of the commands that have ended.
  var finished: [BuildReport.Command] { get }
}

/// One slice of a source.
package struct SuppliedSlice: Sendable {
  /// The bytes of its text.
  package let byteCount: Int
  /// Its rows, made on any thread.
  package let outcome: @Sendable (SourceWorker) throws -> SourceWorker.Outcome
}

/// Warnings about the files of a source.
package struct FileWarnings: Sendable, Codable {
  /// About `crs` members of collections.
  var crs = CRSWarnings()
  /// About what was accepted between features, and about members of collections.
  var accepted: [String] = []
  /// What commands have said.
  package var commands: [String] = []

  /// All of them, in the order in which users see them.
  package var all: [String] { crs.all + accepted + commands }

  /// Adds those of further files.
  package mutating func add(_ other: FileWarnings) {
    for warning in other.crs.all { crs.add(warning) }
    accepted += other.accepted
    commands += other.commands
  }
}

/// Warnings about `crs` members that the configuration overrules: the first few, each once.
struct CRSWarnings: Sendable, Codable {
  private(set) var all: [String] = []
  private var seen: Set<String> = []

  private static let most = 5

  mutating func add(_ text: String?) {
    guard let text, all.count < Self.most else { return }
    // The same member may be in every feature.
    let what = text.drop { $0 != "\"" }
    if seen.insert(String(what)).inserted { all.append(text) }
  }
}
