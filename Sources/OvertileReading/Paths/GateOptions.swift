import Foundation
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

  /// The path of a bundle that does not pass, derived from the path of one that does; nil to remove it.
  package func rejectedPaths(_ output: OutputPaths) -> OutputPaths? {
    switch rejected {
    case .removed: return nil
    case .besideOutput:
      let name = output.target.lastPathComponent + OutputPaths.rejectedSuffix
      let parent = output.target.deletingLastPathComponent()
      return OutputPaths(bundle: parent.appendingPathComponent(name, isDirectory: true))
    case .path(let path):
      return OutputPaths(bundle: URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL)
    }
  }
}
