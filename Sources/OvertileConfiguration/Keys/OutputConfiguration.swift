import OvertileBundleFormat
import OvertileCore
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
  /// The grid of the tiles.
  package var grid: TileGrid
  /// Whether the ledger lists the features that filters exclude, which are counted in any case.
  package var ledgerListsFiltered: Bool
  /// How the bundle is published. Does not affect the bundle.
  package var publication: Publication
  /// The permissions of the bundle's files. Does not affect the bundle.
  package var fileMode: FileMode

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

/// The grid of the tiles that are made.
package struct TileGrid: Sendable, Hashable {
  /// The units along a tile's side, a power of two in 256...65536.
  package var extent: Int
  /// The units beyond a tile's edge that its shapes reach, 0...extent.
  package var buffer: Int

  /// The buffer as a fraction of a tile's side.
  package var bufferShare: Double { Double(buffer) / Double(extent) }
}

extension OutputConfiguration {
  static let path = Key(
    "path", Rule<String>.path.located, .required, shapesBundle: false,
    "The folder for the bundle, relative to this file. Each run publishes a complete bundle there; see publish.")
  static let layout = Key(
    "layout", Rule<TileLayout>.choice, .standard("per-zoom"),
    "How tiles are divided into archives: one archive for each zoom, a single archive, or one archive for each "
      + "layer, which ends at that layer's maximum zoom.")
  static let format = Key(
    "format",
    Rule<TileContainer>.choice, .standard("pmtiles"), "The container format for the tiles.")
  static let compression = Key(
    "compression", Rule<Compression>.choice, .standard("auto"),
    "Whether tiles are compressed with gzip. auto compresses an archive if this saves at least a tenth of its size. "
      + "With format: mbtiles, tiles are always compressed.")
  static let compressionLevel = Key(
    "compressionLevel", Rule.integer(1...12), .standard(6), "The compression level, from 1 (fastest) to 12 (smallest).")
  static let extent = Key(
    "extent", Rule.integer(among: (8...16).map { 1 << $0 }), .standard(4096),
    "The number of units along the side of a tile. The counterpart of Supercluster's extent is tileSize in cluster.")
  static let buffer = Key(
    "buffer", Rule.integer(0...65536), .standard(64),
    "How far shapes continue beyond the edges of a tile, in units; at most the extent.")

  static let ledger = Key(
    "ledger", ledgerRule, .implied([:]), shapesBundle: false,
    "Options for the ledger, which is written next to the bundle.")

  private static let filtered = Key(
    "filtered", Rule<Bool>.boolean, .standard(false), shapesBundle: false,
    "Whether the ledger lists the features that filters exclude. These features are always counted.")
  private static let ledgerRule = Rule<Bool>.mapping([filtered]) { fields, _ in
    try fields(filtered)
  }

  static let publish = Key(
    "publish", Rule<String>.word(["replace", "versioned"]), .standard("replace"), shapesBundle: false,
    "How the bundle is published: replace writes it to the path, in place of the previous one; versioned writes it "
      + "to releases/DIGEST below the path and points the link current to the newest release.")
  static let keepReleases = Key(
    "keepReleases", Rule.integer(1...10_000), shapesBundle: false,
    "The number of releases to keep with publish: versioned, including the current one; 7 by default.")

  /// The number of releases that stay by default: a week of nights.
  private static let standardKeep = 7

  static let fileMode = Key(
    "fileMode", fileModeRule, shapesBundle: false,
    "The permissions of the bundle's files, as octal digits like those of chmod; 0644 by default, regardless of the "
      + "umask. Everyone who can read the files can also open the folders.")

  static let rule = Rule<OutputConfiguration>.mapping(
    [
      path, layout, format, compression, compressionLevel, extent, buffer, ledger, publish, keepReleases, fileMode,
    ], rules: [.only("keepReleases", with: "publish", ["versioned"])]
  ) { fields, log in
    let isVersioned = try fields(publish) == "versioned"
    let output = OutputConfiguration(
      path: try fields(path), isRelativeToFile: try fields(path).position.line > 0, layout: try fields(layout),
      format: try fields(format), compression: try fields(compression),
      level: try fields(compressionLevel), grid: TileGrid(extent: try fields(extent), buffer: try fields(buffer)),
      ledgerListsFiltered: fields.optional(ledger) ?? false,
      publication: isVersioned ? .versioned(keep: fields.optional(keepReleases) ?? standardKeep) : .replace,
      fileMode: fields.optional(fileMode) ?? .standard)
    if output.format.requiresGzip, output.compression == .none {
      let reason = "compression: none cannot be combined with format: \(output.format.rawValue), which requires gzip"
      log.note(.conflict, "compression", of: fields, reason)
    }
    if output.grid.buffer > output.grid.extent {
      log.note(
        .outOfRange, "buffer", of: fields,
        "the buffer, \(output.grid.buffer), must not be greater than the extent, \(output.grid.extent)")
    }
    return output
  }

  /// Each of group and others may read, read and write, or do nothing; the owner reads and writes.
  private static let modes = [0, 4, 6].flatMap { group in [0, 4, 6].map { others in 600 + group * 10 + others } }

  private static let spelledModes = Rule<String>.word(modes.flatMap { ["\($0)", "0\($0)"] }).map { Int($0) ?? 0 }

  /// The form of permissions: octal digits, as for chmod(1), with or without quotes and a 0 before them.
  private static let fileModeRule = Rule.integer(among: modes)
    .or(spelledModes) { if case .string = $0 { true } else { false } }
    .map { FileMode(files: Int("\($0)", radix: 8) ?? 0) }
}
