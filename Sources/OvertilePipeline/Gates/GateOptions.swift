import OvertileConfiguration

/// The caller's options for the gates of one run; the configuration defines the gates.
public struct GateOptions: Sendable {
  /// Gates whose failure does not stop this run.
  public var accepted: Set<GateName>
  /// How a bundle that is not published is treated.
  public var rejected: RejectedBundle

  /// How a bundle that did not pass is treated.
  public enum RejectedBundle: Sendable, Hashable {
    /// It is removed.
    case removed
    /// It is kept beside the output, under its name with ".rejected".
    case besideOutput
    /// It is kept at a path; a relative path starts at the working directory.
    case path(String)
  }

  /// Makes options: by default nothing is accepted and nothing is kept.
  public init(accepted: Set<GateName> = [], rejected: RejectedBundle = .removed) {
    (self.accepted, self.rejected) = (accepted, rejected)
  }
}
