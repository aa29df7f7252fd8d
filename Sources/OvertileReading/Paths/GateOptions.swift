import Foundation
import OvertileConfiguration

/// The options for the gates in a single run. The gates themselves are defined in the configuration.
public struct GateOptions: Sendable {
  /// The gates whose failures do not stop the run.
  public var accepted: Set<GateName>
  /// The action to take on a bundle that does not pass the gates.
  public var rejected: RejectedBundle

  /// An action to take on a bundle that does not pass the gates.
  public enum RejectedBundle: Sendable, Hashable {
    /// The bundle is removed.
    case removed
    /// The bundle is kept beside the output, with ".rejected" added to its name.
    case besideOutput
    /// The bundle is kept at a path. A relative path is resolved against the working directory.
    case path(String)
  }

  /// Creates gate options. By default, no failures are accepted, and a rejected bundle is removed.
  public init(accepted: Set<GateName> = [], rejected: RejectedBundle = .removed) {
    (self.accepted, self.rejected) = (accepted, rejected)
  }

  /// The path of a bundle that does not pass, derived from the path of one that does; nil to remove it.
  package func rejectedPaths(_ output: OutputPaths) -> OutputPaths? {
    switch rejected {
    case .removed: return nil
    case .besideOutput: return OutputPaths(bundle: output.beside(OutputPaths.rejectedSuffix))
    case .path(let path):
      return OutputPaths(bundle: URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL)
    }
  }
}
