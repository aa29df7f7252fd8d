import OvertileBundleFormat

/// The memory that a bundle may use in the program that opens it.
///
/// Whatever the bytes of a bundle are, no read is larger than these limits, and nothing is expanded beyond them.
/// Larger data cause `BundleError.damaged`. A build writes nothing larger than the defaults.
public struct BundleLimits: Sendable, Hashable {
  /// The bytes of the cache of decoded tiles, directories and members; 0 keeps nothing.
  public var cacheBytes = 32 << 20
  /// The bytes of a manifest.
  public var manifestBytes = BundleSizes.manifest
  /// The bytes of an archive's metadata without compression; only read if there is no manifest.
  public var metadataBytes = BundleSizes.metadata
  /// The bytes of a tile, as stored and without compression.
  public var tileBytes = BundleSizes.tile
  /// The bytes of a directory of an archive, as stored and without compression.
  public var directoryBytes = BundleSizes.directory
  /// The bytes of a request that joins distant parts of an archive, so that a first view takes at most three
  /// requests. Never more than `tileBytes` for tiles, `directoryBytes` for directories. With 0 only parts near each
  /// other are joined, as for local files.
  public var joinedBytes = 2 << 20
  /// The bytes of the properties of one page of members, as they come from the file.
  public var pagePropertyBytes = BundleSizes.member
  /// The bytes of an MBTiles file that may be copied to a temporary file, if its reader does not read local files.
  public var copiedBytes: UInt64 = 256 << 20

  /// The defaults.
  public init() {}
}
