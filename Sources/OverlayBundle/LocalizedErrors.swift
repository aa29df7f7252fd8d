import Foundation
import MapMath

// The errors of this library in words, for `localizedDescription`.

extension BundleError: LocalizedError {
  /// The error in words.
  public var errorDescription: String? { description }
}

extension ArchiveError: LocalizedError {
  /// The error in words.
  public var errorDescription: String? { description }
}

extension CameraError: LocalizedError {
  /// The error in words.
  public var errorDescription: String? { description }
}
