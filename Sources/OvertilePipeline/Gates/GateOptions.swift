import OvertileConfiguration

/// The caller's options for the gates of one run; the configuration defines the gates.
public struct GateOptions: Sendable {
  /// Gates whose failure does not stop this run.
  public var accepted: Set<GateName>
  /// What happens to a bundle that is not published.
  public var rejected: RejectedBundle

  /// What happens to a bundle that fails its gates.
  public enum RejectedBundle: Sendable, Hashable {
    /// It is removed.
    case removed
    /// It is kept beside the output, under its name with ".rejected".
    case besideOutput
    /// It is kept at a path; a relative path starts at the working directory.
    case path(String)
  }

  /// Makes options that, by default, accept no failed gate and keep no rejected bundle.
  public init(accepted: Set<GateName> = [], rejected: RejectedBundle = .removed) {
    (self.accepted, self.rejected) = (accepted, rejected)
  }
}
