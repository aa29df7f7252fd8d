import OvertileBundleFormat

/// Limits on the memory that an app uses to read a bundle.
///
/// Whatever a bundle contains, no read exceeds these limits, and no data is decompressed beyond them. Manifests are
/// limited to 16 MiB, and the stored properties on one page of members to 64 MiB. If data exceeds a limit,
/// `BundleError.damaged` is thrown. A build never writes data that exceeds the default limits.
public struct BundleLimits: Sendable, Hashable {
  /// The maximum size, in bytes, of the cache of decoded tiles, directories, and members. If the limit is 0, nothing is
  /// cached.
  public var cacheBytes = 32 << 20
  /// The maximum size, in bytes, of an archive's uncompressed metadata. Metadata is read only if there is no manifest.
  public var metadataBytes = BundleSizes.metadata
  /// The maximum size, in bytes, of a tile. The limit applies both to the stored tile and to the uncompressed tile.
  public var tileBytes = BundleSizes.tile
  /// The maximum size, in bytes, of a directory in an archive. The limit applies both to the stored directory and to
  /// the uncompressed directory.
  public var directoryBytes = BundleSizes.directory
  /// The maximum size, in bytes, of a request that joins distant parts of an archive. Joined requests make it possible
  /// to read the tiles of the first view with at most three requests.
  ///
  /// A joined request for tiles never exceeds `tileBytes`, and a joined request for directories never exceeds
  /// `directoryBytes`. If the limit is 0, only parts that are close to each other are joined. For local files, this is
  /// always the case.
  public var joinedBytes = 2 << 20
  /// The maximum size, in bytes, of an MBTiles file that can be copied to a temporary file. A copy is needed if the
  /// bundle's reader does not read from local files.
  public var copiedBytes: UInt64 = 256 << 20

  /// Creates limits with the default values.
  public init() {}
}
