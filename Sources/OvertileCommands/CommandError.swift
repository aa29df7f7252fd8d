/// The reason that a command has no complete output.
package struct CommandError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failures.
  package enum Kind: Sendable {
    /// There is no such program.
    case notFound
    /// The system does not start it.
    case notStarted
    /// It ended with a status other than 0, or by a signal.
    case failed
    /// It was killed by SIGKILL, as the system does when memory runs short.
    case killed
    /// It ran longer than its limit.
    case timedOut
    /// The run was asked to stop.
    case cancelled
    /// Its output cannot be read.
    case notRead
  }

  /// The kind of failure.
  package let kind: Kind
  /// The failure, in words.
  package let description: String

  /// Makes an error.
  package init(_ kind: Kind, _ description: String) {
    (self.kind, self.description) = (kind, description)
  }
}
