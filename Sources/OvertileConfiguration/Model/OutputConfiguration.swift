import OvertileBundleFormat
import OvertilePublishing
import OvertileTileArchive

/// The output and its path.
package struct OutputConfiguration: Sendable {
  /// The bundle's folder as written; a relative one starts at the configuration's folder, or, from the command line or
  /// the environment, at the working directory (`isRelativeToFile`).
  package var path: Located<String>
  /// Whether a relative path starts at the configuration's folder.
  package var isRelativeToFile: Bool
  /// How zooms and layers are distributed over archives.
  package var layout: TileLayout
  /// The container of the tiles.
  package var format: TileContainer
  /// Whether tiles are compressed.
  package var compression: Compression
  /// The effort of compression, 1...12.
  package var level: Int
  /// The units along a tile's side, a power of two in 256...65536.
  package var extent: Int
  /// The buffer: the units beyond a tile's edge that its shapes reach, 0...extent.
  package var buffer: Int
  /// Whether the ledger lists the features that filters exclude, which are counted in any case.
  package var ledgerListsFiltered: Bool
  /// How the bundle is published. Does not affect the bundle.
  package var publication: Publication

  /// The permissions of the bundle's files, such as 0o640; nil for the default. Does not affect the bundle.
  package var fileMode: Int?

  /// Whether tiles are compressed.
  package enum Compression: String, Sendable, CaseIterable {
    /// Per archive, gzip if it pays.
    case auto
    /// Always gzip.
    case gzip
    /// Never.
    case none
  }
}
