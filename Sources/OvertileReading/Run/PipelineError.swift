import OvertileConfiguration
import OvertileGeoJSON
import OvertilePublishing
import OvertileReprojection
import OvertileShapes
import OvertileTileArchive

/// An error that ends a run without a bundle.
///
/// Each case corresponds to an exit code of the command-line program.
public enum PipelineError: Error, Sendable, CustomStringConvertible {
  /// The data has more errors than the configuration tolerates.
  case badData(String)
  /// An input is missing or cannot be read.
  case inputMissing(String)
  /// A command whose output is an input failed.
  case commandFailed(String)
  /// A resource is not available on this machine, such as a grid, PROJ's database, or an operation of sufficient
  /// accuracy.
  case unavailable(String)
  /// An internal error occurred, such as counts that do not agree.
  case inconsistent(String)
  /// The output cannot be created at its path.
  case cannotCreate(String)
  /// Reading or writing failed.
  case inputOutput(String)
  /// Another run holds the output.
  case locked(String)
  /// The configuration is well-formed, but asks for something that is impossible.
  case configuration(String)
  /// The run was asked to stop.
  case cancelled

  /// The error message.
  public var description: String {
    switch self {
    case .badData(let text), .inputMissing(let text), .commandFailed(let text), .unavailable(let text),
      .inconsistent(let text), .cannotCreate(let text), .inputOutput(let text), .locked(let text),
      .configuration(let text):
      text
    case .cancelled: "stopped on request; the output is unchanged"
    }
  }
}

extension PipelineError {
  /// The error of a stage, as an error of the run.
  package init(_ error: any Error) {
    switch error {
    case let error as PipelineError: self = error
    case let error as ConfigurationError: self = .configuration("\(error)")
    case let error as ArchiveError where error.code == .memory: self = .unavailable("\(error)")
    case let error as ArchiveError:
      self = error.code == .noSpace ? .inputOutput("the disk is full: \(error)") : .inputOutput("\(error)")
    case PublishingError.cannotCreate(let text): self = .cannotCreate(text)
    case PublishingError.inputOutput(let text): self = .inputOutput(text)
    case PublishingError.locked(let text): self = .locked(text)
    case PublishingError.stopped: self = .cancelled
    case let error as GeoJSONError where error.code == .outOfMemory: self = .unavailable("\(error)")
    case let error as GeoJSONError: self = .badData("\(error)")
    case let error as ReprojectionError: self = .unavailable("\(error)")
    case let error as ShapeError where error.code == .unavailable: self = .unavailable("\(error)")
    case let error as ShapeError where error.code == .tooComplex: self = .badData("\(error)")
    case let error as ShapeError: self = .inconsistent("\(error)")
    default: self = .inputOutput("\(error)")
    }
  }
}
