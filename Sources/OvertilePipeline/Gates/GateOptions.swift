import OvertileConfiguration

/// The options for the gates in a single run. The gates themselves are defined in the configuration.
public struct GateOptions: Sendable {
  /// The gates whose failures do not stop the run.
  public var accepted: Set<GateName>
  /// The treatment of a bundle that does not pass its gates.
  public var rejected: RejectedBundle

  /// A treatment of a bundle that does not pass its gates.
  public enum RejectedBundle: Sendable, Hashable {
    /// It is removed.
    case removed
    /// It is kept beside the output, under its name with ".rejected".
    case besideOutput
    /// It is kept at a path; a relative path starts at the working directory.
    case path(String)
  }

  /// Creates options for the gates. By default, no failed gate is accepted, and a rejected bundle is removed.
  public init(accepted: Set<GateName> = [], rejected: RejectedBundle = .removed) {
    (self.accepted, self.rejected) = (accepted, rejected)
  }
}
