/// The reason that a bundle, an archive or a file beside them could not be inspected, reported on, exported,
/// compared or patched.
package struct InspectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of faults; each is one exit code of the command line.
  package enum Kind: Sendable {
    /// Something is damaged, or not what was expected.
    case badData
    /// A file, a layer, or every tile is missing.
    case missing
    /// Memory ran short.
    case unavailable
  }

  /// The kind of fault.
  package var kind: Kind
  /// The reason in words, with the file concerned.
  package var reason: String

  /// Makes an error.
  package init(_ reason: String, _ kind: Kind = .badData) { (self.reason, self.kind) = (reason, kind) }

  /// The reason.
  package var description: String { reason }
}
