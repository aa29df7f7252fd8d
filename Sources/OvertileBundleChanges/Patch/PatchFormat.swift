/// The file that holds a patch.
///
/// All integers are little endian.
///
/// | part | content |
/// |---|---|
/// | head | `PatchFormat.magic`, version u32, reserved u32 |
/// | sections | the deltas, one after another; see `DeltaFrame` |
/// | index | a `PatchIndex` in JSON |
/// | foot | offset and size of the index, u64 each; the SHA-256 of everything before it |
enum PatchFormat {
  /// The first eight bytes.
  static let magic: [UInt8] = Array("OVTPATCH".utf8)
  /// The version that this library writes and reads.
  static let version: UInt32 = 1
  /// The size of the head.
  static let headBytes = 16
  /// The size of the foot: two numbers and a digest.
  static let footBytes = 16 + 32
  /// The largest index that is read, in bytes.
  static let mostIndex = 64 << 20
}

/// The two bundles of a patch, and its files.
struct PatchIndex: Codable, Sendable {
  /// How a file of the result is made.
  enum Action: String, Codable, Sendable {
    /// It is a file of the base, unchanged.
    case copy
    /// It is made from a file of the base, or from nothing, and a delta.
    case delta
  }

  /// One file or folder of the result.
  struct File: Codable, Sendable {
    /// The path below the bundle.
    var path: String
    /// The size in bytes, as the result's manifest states it.
    var bytes: Int
    /// The digest, as the result's manifest states it.
    var sha256: String
    /// How it is made.
    var action: Action
    /// The file of the base that it is made from.
    var source: String?
    /// The form of source and result for the delta.
    var form: FileForm?
    /// The size of the result in that form.
    var formBytes: Int?
    /// The offset of the delta in the patch.
    var offset: Int?
    /// The size of the delta in bytes.
    var length: Int?
  }

  /// Always "overtile-patch".
  var format = "overtile-patch"
  /// The version of the format.
  var formatVersion = PatchFormat.version
  /// The SHA-256 of the base's manifest, which states the digests of its files.
  var base: String
  /// The SHA-256 of the result's manifest.
  var result: String
  /// The files of the result: the manifest, then the others in ascending order of their paths.
  var files: [File]
}
