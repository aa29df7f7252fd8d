import OvertileBundleFormat
import OvertileCore
import OvertilePublishing
import OvertileTileArchive
import OvertileVectorTile

/// The reason that two bundles could not be compared, or a patch not made or applied.
package struct ChangesError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault; each is one exit code of the command line.
  package enum Kind: String, Sendable {
    /// A bundle or a patch is damaged, or the patch is for another bundle.
    case badData
    /// A file or folder is missing or cannot be read.
    case missing
    /// Reading or writing failed.
    case inputOutput
    /// The output cannot be created at its path.
    case cannotCreate
    /// Another run holds the output.
    case locked
    /// Memory ran short.
    case unavailable
    /// The run was asked to stop.
    case cancelled
  }

  /// The kind of fault.
  package var kind: Kind
  /// The reason in words, with the file concerned.
  package var reason: String

  /// Makes an error.
  package init(_ reason: String, _ kind: Kind = .badData) {
    (self.reason, self.kind) = (reason, kind)
  }

  /// The reason.
  package var description: String { reason }
}

extension ChangesError {
  /// Runs a body and turns its errors into errors of this type.
  static func map<R>(_ body: () throws -> R) throws(ChangesError) -> R {
    do { return try body() } catch { throw ChangesError(error) }
  }

  /// An error of another target, as an error of this one.
  private init(_ error: any Error) {
    switch error {
    case let error as ChangesError: self = error
    case PublishingError.cannotCreate(let text): self.init(text, .cannotCreate)
    case PublishingError.inputOutput(let text): self.init(text, .inputOutput)
    case PublishingError.locked(let text): self.init(text, .locked)
    case PublishingError.stopped: self.init("\(error)", .cancelled)
    case let error as RegularFileError: self.init("\(error)", Self.kind(error))
    case let error as ListedFileError: self.init("\(error)", error.isMissing ? .missing : .badData)
    case let error as ArchiveError: self.init("\(error)", Self.kind(error.code))
    case let error as BundleError: self.init("\(error)")
    case let error as VectorTileError: self.init("\(error)")
    default: self.init("\(error)", .inputOutput)
    }
  }

  private static func kind(_ error: RegularFileError) -> Kind {
    switch error {
    case .system, .kind: .missing
    case .tooLarge, .cutShort: .badData
    }
  }

  private static func kind(_ code: ArchiveError.Code) -> Kind {
    switch code {
    case .malformed, .compression, .order: .badData
    case .cannotOpen: .missing
    case .cannotCreate: .cannotCreate
    case .noSpace, .inputOutput: .inputOutput
    case .memory: .unavailable
    }
  }
}
