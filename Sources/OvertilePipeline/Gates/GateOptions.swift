import OvertileConfiguration

/// The options for the gates of one run. The configuration defines the gates themselves.
public struct GateOptions: Sendable {
  /// The gates whose failure does not stop this run.
  public var accepted: Set<GateName>
  /// The treatment of a bundle that fails its gates.
  public var rejected: RejectedBundle

  /// The treatment of a bundle that fails its gates.
  public enum RejectedBundle: Sendable, Hashable {
    /// It is removed.
    case removed
    /// It is kept beside the output, under its name with ".rejected".
    case besideOutput
    /// It is kept at a path; a relative path starts at the working directory.
    case path(String)
  }

  /// Creates options that, by default, accept no failed gate and keep no rejected bundle.
  public init(accepted: Set<GateName> = [], rejected: RejectedBundle = .removed) {
    (self.accepted, self.rejected) = (accepted, rejected)
  }
}
