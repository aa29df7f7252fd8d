/// A camera saved by an app, or no camera, encoded without rounding.
///
/// A camera at latitude 0 and longitude 0 is not mistaken for a missing camera. The value is encoded as a version and a
/// camera or null, such as `{"version":1,"camera":null}`.
public enum SavedCamera: Sendable, Hashable {
  /// Nothing was saved.
  case nothing
  /// A camera.
  case camera(Camera)

  /// The format version that is written.
  public static let version = 1

  /// Creates a saved camera, or an empty value for nil.
  public init(_ camera: Camera?) {
    self = camera.map(Self.camera) ?? .nothing
  }

  /// The saved camera, or nil if none was saved.
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
  /// - Throws: `CameraError.unknownVersion`, `.invalidCamera` for numbers out of range, and the errors of the decoder,
  ///   such as for a missing key.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let version = try values.decode(Int.self, forKey: .version)
    guard version == Self.version else { throw CameraError.unknownVersion(version) }
    let camera = try values.decode(Camera?.self, forKey: .camera)
    guard camera?.isValid ?? true else { throw CameraError.invalidCamera }
    self.init(camera)
  }

  /// Encodes the version, and the camera or null.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(Self.version, forKey: .version)
    try values.encode(camera, forKey: .camera)
  }
}
