import OvertileConfiguration

/// What the caller of one run says about its gates; the configuration says what they are.
public struct GateOptions: Sendable {
  /// Gates whose failure does not stop this run.
  public var accepted: Set<GateName>
  /// What becomes of a bundle that is not published.
  public var rejected: RejectedBundle

  /// What becomes of a bundle that did not pass.
  public enum RejectedBundle: Sendable, Hashable {
    /// It is removed.
    case removed
    /// It is kept beside the output, as its name and ".rejected".
    case besideOutput
    /// It is kept at a path; a relative one starts at the working directory.
    case path(String)
  }

  /// Makes options: nothing is accepted and nothing kept unless given.
  public init(accepted: Set<GateName> = [], rejected: RejectedBundle = .removed) {
    (self.accepted, self.rejected) = (accepted, rejected)
  }
}
