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

/// One slice of a source, not yet turned into rows.
package struct SuppliedSlice: Sendable {
  /// The bytes of its text.
  package let byteCount: Int
  /// Its rows, made on any thread.
  package let outcome: @Sendable (SourceWorker) throws -> SourceWorker.Outcome
}

/// Warnings about the files of a source.
package struct FileWarnings: Sendable, Codable {
  /// About `crs` members that the configuration overrules: the first few, each once.
  private var crs: [String] = []
  /// About what was accepted between features, about members of collections, and what commands have said.
  var others: [String] = []

  /// All of them, in the order in which users see them.
  package var all: [String] { crs + others }

  private static let mostOfCRS = 5

  /// Adds a warning about a `crs` member, if there is one.
  mutating func add(crs text: String?) {
    guard let text, crs.count < Self.mostOfCRS else { return }
    // The same member may be in every feature, at another byte.
    let member = text.drop { $0 != "\"" }
    if !crs.contains(where: { $0.hasSuffix(member) }) { crs.append(text) }
  }

  /// Adds those of further files.
  package mutating func add(_ other: FileWarnings) {
    for warning in other.crs { add(crs: warning) }
    others += other.others
  }
}
