/// A camera that an app has saved, or a record that no camera was saved. The camera is encoded without rounding.
///
/// A saved camera at latitude 0 and longitude 0 remains distinct from a missing camera. The encoded form contains a
/// version and either a camera or null, as in `{"version":1,"camera":null}`.
public enum SavedCamera: Sendable, Hashable {
  /// The absence of a saved camera.
  case nothing
  /// A saved camera.
  case camera(Camera)

  /// The version of the format in which cameras are encoded.
  public static let version = 1

  /// Creates a saved camera from a camera, or from `nil` if there is no camera to save.
  public init(_ camera: Camera?) {
    self = camera.map(Self.camera) ?? .nothing
  }

  /// The saved camera, or `nil` if no camera was saved.
  public var camera: Camera? {
    guard case .camera(let camera) = self else { return nil }
    return camera
  }
}

extension SavedCamera: Codable {
  private enum Key: String, CodingKey {
    case version, camera
  }

  /// Decodes a saved camera.
  ///
  /// - Throws: `CameraError.unknownVersion` for a later version, `CameraError.invalidCamera` for numbers out of range,
  ///   or any error that the decoder throws, such as for a missing key.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let version = try values.decode(Int.self, forKey: .version)
    guard version == Self.version else { throw CameraError.unknownVersion(version) }
    let camera = try values.decode(Camera?.self, forKey: .camera)
    guard camera?.isValid ?? true else { throw CameraError.invalidCamera }
    self.init(camera)
  }

  /// Encodes the version and either the camera or null.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(Self.version, forKey: .version)
    try values.encode(camera, forKey: .camera)
  }
}
