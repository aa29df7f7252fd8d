import Foundation
import MapMath

// The errors of this library in words, for `localizedDescription`.

extension BundleError: LocalizedError {
  /// A localized description of the error.
  public var errorDescription: String? { description }
}

extension ArchiveError: LocalizedError {
  /// A localized description of the error.
  public var errorDescription: String? { description }
}

extension CameraError: LocalizedError {
  /// A localized description of the error.
  public var errorDescription: String? { description }
}
