import OvertileBundleFormat
import OvertileTileArchive

/// The keys of `output`.
enum OutputKeys {
  static let path = Key(
    "path", Rule<String>.path.located, .required, shapesBundle: false,
    "The bundle's folder, relative to this file. Each run publishes a whole bundle there; see publish.")
  static let layout = Key(
    "layout", Rule<TileLayout>.choice, .standard("per-zoom"),
    "One archive for each zoom, a single one, or one for each layer, which has the layer's own last zoom.")
  static let format = Key(
    "format",
    Rule<TileContainer>.choice {
      switch $0 {
      case "mvt", "pbf": "all tiles are vector tiles; the format is their container"
      default: nil
      }
    }, .standard("pmtiles"), "The container of the tiles.")
  static let compression = Key(
    "compression", Rule<OutputConfiguration.Compression>.choice, .standard("auto"),
    "Whether tiles are compressed with gzip; auto compresses an archive if that saves a tenth. In mbtiles they always are."
  )
  static let level = Key(
    "level", Rule.integer(1...12), .standard(6), "The effort of compression, from 1 (fast) to 12 (small).")
  static let extent = Key(
    "extent", Rule.integer(among: (8...16).map { 1 << $0 }), .standard(4096),
    "The units along a tile's side. Supercluster's extent is tileSize under cluster.")
  static let buffer = Key(
    "buffer", Rule.integer(0...65536), .standard(64),
    "The buffer: units beyond a tile's edge in which its shapes continue; at most the extent.")

  static let ledger = Key(
    "ledger", ledgerRule, .implied(.mapping([])), shapesBundle: false, "What the ledger beside the bundle lists.")

  private static let filtered = Key(
    "filtered", Rule<Bool>.boolean, .standard(false), shapesBundle: false,
    "Whether it lists the features that filters leave out. They are always counted.")
  private static let ledgerRule = Rule<Bool>.mapping([filtered.erased]) { (fields, _) throws(Incomplete) in
    try fields(filtered)
  }

  static let mode = Key(
    "mode", FileModeRule.rule, shapesBundle: false,
    "The permissions of the bundle's files, as for chmod(1); by default 0644, whatever the umask is. Whoever may read the "
      + "files may also enter the folders.")

  static let rule = Rule<OutputConfiguration>.mapping([
    path.erased, layout.erased, format.erased, compression.erased, level.erased, extent.erased,
    buffer.erased, ledger.erased, PublicationRule.publish.erased, PublicationRule.keep.erased,
    mode.erased,
  ]) { (fields, log) throws(Incomplete) in
    let keep = fields.optional(PublicationRule.keep)
    let isVersioned = try fields(PublicationRule.publish) == .versioned
    let output = OutputConfiguration(
      path: try fields(path), isRelativeToFile: try fields(path).position.line > 0, layout: try fields(layout),
      format: try fields(format), compression: try fields(compression),
      level: try fields(level), extent: try fields(extent), buffer: try fields(buffer),
      ledgerListsFiltered: fields.optional(ledger) ?? false,
      publication: isVersioned ? .versioned(keep: keep ?? PublicationRule.standardKeep) : .replace,
      fileMode: fields.optional(mode))
    if keep != nil, !isVersioned {
      log.note(.conflict, at: fields.keyPosition("keep"), "keep: needs publish: versioned", key: "keep")
    }
    if output.format.traits.compression == .gzipOnly, output.compression == .none {
      log.note(
        .conflict, at: fields.keyPosition("compression"),
        "compression: none cannot be combined with format: \(output.format.rawValue), whose vector tiles are gzip by its specification; leave it "
          + "out, or take format: pmtiles or directory", key: "compression")
    }
    if output.buffer > output.extent {
      log.note(
        .outOfRange, at: fields.keyPosition("buffer"), "\(output.buffer) is more than the extent, \(output.extent)",
        key: "buffer")
    }
    return output
  }
}
