import OvertileBundleFormat

/// The limits of the memory that a bundle may use in the program that opens it.
///
/// Whatever a bundle contains, no read exceeds these limits, and nothing is decompressed beyond them. Larger data
/// causes `BundleError.damaged`. A build writes nothing larger than the defaults.
public struct BundleLimits: Sendable, Hashable {
  /// The maximum size in bytes of the cache of decoded tiles, directories and members. With 0, nothing is cached.
  public var cacheBytes = 32 << 20
  /// The maximum size of a manifest in bytes.
  public var manifestBytes = BundleSizes.manifest
  /// The maximum size in bytes of an archive's uncompressed metadata, which is only read if there is no manifest.
  public var metadataBytes = BundleSizes.metadata
  /// The maximum size of a tile in bytes, both stored and uncompressed.
  public var tileBytes = BundleSizes.tile
  /// The maximum size in bytes of a directory in an archive, both stored and uncompressed.
  public var directoryBytes = BundleSizes.directory
  /// The maximum size in bytes of a request that joins distant parts of an archive, so that a first view needs at most
  /// three requests. It never exceeds `tileBytes` for tiles and `directoryBytes` for directories. With 0, only parts
  /// near each other are joined, as for local files.
  public var joinedBytes = 2 << 20
  /// The maximum size in bytes of the properties on one page of members, as stored in the file.
  public var pagePropertyBytes = BundleSizes.member
  /// The maximum size in bytes of an MBTiles file that is copied to a temporary file because its reader does not read
  /// local files.
  public var copiedBytes: UInt64 = 256 << 20

  /// Creates the default limits.
  public init() {}
}
