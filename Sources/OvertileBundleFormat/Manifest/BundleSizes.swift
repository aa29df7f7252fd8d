import OvertileTileArchive

/// The maximum sizes in bytes of the parts of a bundle: the limits of builds, and the default limits of readers. The
/// web reader uses the same numbers.
package enum BundleSizes {
  /// A manifest.
  package static let manifest = 16 << 20
  /// The metadata of an archive without compression.
  package static let metadata = 16 << 20
  /// A tile, as stored and without compression.
  package static let tile = TileArchives.mostTileBytes
  /// A directory of an archive, as stored and without compression.
  package static let directory = 8 << 20
  /// The properties of one member of a cluster.
  package static let member = 64 << 20
}
