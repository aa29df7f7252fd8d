/// An error that a camera computation can throw.
public enum CameraError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A value of a camera is out of range or not finite. To check a camera, use `Camera.isValid`.
  case invalidCamera
  /// The width or height of the viewport is not greater than zero, or a number is not finite.
  case invalidViewport
  /// A minimum in a restriction exceeds its maximum, or no camera can satisfy the restriction in the viewport.
  case invalidRestriction
  /// A coordinate lies behind the camera.
  case behindCamera
  /// A screen position lies on or above the horizon, where there is no map.
  case aboveHorizon
  /// The padding and insets leave no room in the viewport.
  case noRoom
  /// The target is empty, or a number in the target is not finite.
  case nothingToFit
  /// A viewport covers more tiles than the limit allows.
  case tooManyTiles(limit: Int)
  /// A saved camera was written by a later version.
  case unknownVersion(Int)

  /// A human-readable description of the error.
  public var description: String {
    switch self {
    case .invalidCamera: "a camera value is out of range or not finite"
    case .invalidViewport: "the viewport's width and height must be greater than 0"
    case .invalidRestriction: "no camera can satisfy the restriction in this viewport"
    case .behindCamera: "the coordinate lies behind the camera"
    case .aboveHorizon: "the screen position lies on or above the horizon"
    case .noRoom: "the padding and insets leave no room in the viewport"
    case .nothingToFit: "there is nothing to fit"
    case .tooManyTiles(let limit): "the viewport covers more than \(limit) tiles"
    case .unknownVersion(let version): "the saved camera's format version \(version) is not supported"
    }
  }
}
