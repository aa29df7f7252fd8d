/// The file that holds a patch.
///
/// All integers are little endian.
///
/// | part | content |
/// |---|---|
/// | head | `PatchFormat.magic`, version u32, reserved u32 |
/// | sections | the frames of zstd, one after another |
/// | index | a `PatchIndex` in JSON |
/// | foot | offset and size of the index, u64 each; the SHA-256 of everything before it |
enum PatchFormat {
  /// The first eight bytes.
  static let magic: [UInt8] = Array("OVTPATCH".utf8)
  /// The version that this library writes and reads.
  static let version: UInt32 = 2
  /// The head.
  static let head = magic + [UInt8(version), 0, 0, 0, 0, 0, 0, 0]
  /// The size of the head.
  static let headBytes = 16
  /// The size of the foot: two numbers and a digest.
  static let footBytes = 16 + 32
  /// The largest index that is read, in bytes.
  static let mostIndex = 64 << 20
}

/// The two bundles of a patch, and its files.
struct PatchIndex: Codable, Sendable {
  /// One file or folder of the result: a file of the base, unchanged, or made by zstd.
  struct File: Codable, Sendable {
    /// The path below the bundle.
    var path: String
    /// The size in bytes, as the result's manifest states it.
    var bytes: Int
    /// The digest, as the result's manifest states it.
    var sha256: String
    /// The file of the base that it is, or that is the prefix; nil if it travels whole.
    var source: String?
    /// Whether it is a folder, made of the bytes of its `FolderPack`.
    var isFolder = false
    /// The offset of its frame in the patch; nil if it is a file of the base.
    var offset: Int?
    /// The size of its frame in bytes.
    var length: Int?

    /// The most bytes that its frame may expand to: a tile has a byte at least, and its path and size some 20.
    var limit: Int { isFolder ? min(bytes, 1 << 48) * 64 + (1 << 20) : bytes }
  }

  /// The SHA-256 of the base's manifest, which states the digests of its files.
  var base: String
  /// The SHA-256 of the result's manifest.
  var result: String
  /// The files of the result: the manifest, then the others in ascending order of their paths.
  var files: [File]
}
