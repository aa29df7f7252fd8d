/// The reason why a command produced no complete output.
package struct CommandError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failures.
  package enum Kind: Sendable {
    /// The program does not exist.
    case notFound
    /// The system could not start the program.
    case notStarted
    /// The command ended with a nonzero status or by a signal.
    case failed
    /// The command was killed by SIGKILL, which the system sends when memory runs short.
    case killed
    /// The command exceeded its time limit.
    case timedOut
    /// The run was asked to stop.
    case cancelled
    /// The output of the command cannot be read.
    case notRead
  }

  /// The kind of failure.
  package let kind: Kind
  /// A description of the failure.
  package let description: String

  /// Creates an error.
  package init(_ kind: Kind, _ description: String) {
    (self.kind, self.description) = (kind, description)
  }
}
