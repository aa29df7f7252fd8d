import ArgumentParser
import Foundation
import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileInspection
import OvertilePipeline
import OvertilePublishing
import OvertileServing
import OvertileTileArchive
import OvertileVectorTile

/// The exit codes of the process, after sysexits.h.
enum ExitStatus: Int32, Error, CaseIterable {
  case done = 0
  case usage = 64
  case badData = 65
  case inputMissing = 66
  case unavailable = 69
  case internalError = 70
  case cannotCreate = 73
  case inputOutput = 74
  case locked = 75
  case badConfiguration = 78
  case cancelled = 130

  /// The status for an error.
  init(of error: any Error) {
    if let status = error as? ExitStatus {
      self = status
    } else if Self.shortage(error) != nil {
      self = .unavailable
    } else {
      self.init(kindOf: error)
    }
  }

  /// The text of an error, with advice if the system is short of something.
  static func text(of error: any Error) -> String {
    let text = "\(error)"
    return shortage(error).map { "\(text); \($0.advice)" } ?? text
  }

  /// The text for a terminal: on one line, whatever the names in it, except for errors that have several lines.
  static func lines(of error: any Error) -> String {
    switch error {
    case is ConfigurationError, PipelineError.configuration, PipelineError.badData, PipelineError.commandFailed,
      PipelineError.inconsistent:
      text(of: error)
    default: TerminalText.line(text(of: error))
    }
  }

  /// The shortage that an error reports; errors of data and configurations quote these texts, and report none.
  private static func shortage(_ error: any Error) -> SystemShortage? {
    switch error {
    case PipelineError.badData, PipelineError.configuration: nil
    case let error as ConfigurationError where !error.problems.contains { $0.code == .unreadable }: nil
    default: SystemShortage(in: "\(error)")
    }
  }

  private init(kindOf error: any Error) {
    self =
      switch error {
      case PipelineError.badData, is VectorTileError, is CameraError: .badData
      case PipelineError.inputMissing, PipelineError.commandFailed: .inputMissing
      case PipelineError.unavailable, is ThreadError: .unavailable
      case PipelineError.inconsistent: .internalError
      case PipelineError.cannotCreate, PublishingError.cannotCreate: .cannotCreate
      case PipelineError.inputOutput, PublishingError.inputOutput, is CocoaError: .inputOutput
      case PipelineError.locked, PublishingError.locked, BundleError.replaced: .locked
      case PipelineError.configuration: .badConfiguration
      case PipelineError.cancelled, PublishingError.stopped: .cancelled
      case BundleError.unknownLayer, is NamingError, is ValidationError: .usage
      case let error as ConfigurationError:
        error.problems.contains { $0.code == .unreadable } ? .inputMissing : .badConfiguration
      case let error as BundleError: error.isMissing ? .inputMissing : .badData
      case let error as ListedFileError: error.isMissing ? .inputMissing : .badData
      case let error as RegularFileError: ExitStatus(archive: ArchiveError(error))
      case let error as ArchiveError: ExitStatus(archive: error)
      case let error as InspectionError:
        switch error.kind {
        case .badData: .badData
        case .missing: .inputMissing
        case .unavailable: .unavailable
        }
      default: AnyArguments.exitCode(for: error).rawValue == 64 ? .usage : .internalError
      }
  }

  private init(archive error: ArchiveError) {
    self =
      switch error.code {
      case .malformed: .badData
      case .cannotOpen: .inputMissing
      case .cannotCreate: .cannotCreate
      case .memory: .unavailable
      default: .inputOutput
      }
  }

  /// The meaning of the status, on one line.
  var meaning: String {
    switch self {
    case .done: "success"
    case .usage: "the command line is invalid"
    case .badData: "more invalid data than the configuration tolerates"
    case .inputMissing: "an input is missing or cannot be read, or its command failed"
    case .unavailable: "unavailable: a program, a PROJ grid, memory, open files or a port"
    case .internalError: "an internal error in overtile"
    case .cannotCreate: "the output cannot be created"
    case .inputOutput: "reading or writing failed, for example because the disk is full"
    case .locked: "another run is writing this bundle or has just replaced it; try again"
    case .badConfiguration: "the configuration is invalid"
    case .cancelled: "stopped by a signal; the old bundle is intact"
    }
  }

  /// All statuses with their meanings, for `--help` and the page on the commands.
  static var table: String {
    "EXIT CODES\n"
      + allCases.map { String(format: "%5d", $0.rawValue) + "  " + $0.meaning }.joined(separator: "\n")
  }
}

/// A placeholder for any command, to ask the parser for the meaning of its own errors.
private struct AnyArguments: ParsableArguments {}
