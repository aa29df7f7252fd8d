import ArgumentParser
import MapMath
import OvertileInspection
import OvertileTileArchive

/// `overtile tile`: shows one tile.
struct TileCommand: ParsableCommand {
  /// The format of the output.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case geojson, mvt, stored
  }

  static let configuration = CommandConfiguration(
    commandName: "tile",
    abstract: "Show one tile or all tiles, as GeoJSON or bytes.",
    discussion: """
      The address is z/x/y, with rows counted from the north. In GeoJSON, the foreign member "layer" of a feature is its layer. \
      --format mvt writes the vector tile without compression; --format stored writes the bytes as stored.

      --all writes every tile as one line of GeoJSON, a FeatureCollection whose foreign member "tile" is z/x/y. The command ends \
      with exit code 65 at the first tile that cannot be decoded.

      With --tile-units, positions are in tile units, x to the east and y to the south. The member "extent" of a feature is the \
      number of units per side.

      The exit code is 66 if the tile does not exist.

      EXAMPLES
        overtile tile .bundles/quickstart 3/4/2
        overtile tile theirs.mbtiles 14/8716/5685 --layer roads
        overtile tile theirs.pmtiles 0/0/0 --format mvt --output 0.mvt
        overtile tile imagery.pmtiles 3/4/2 --format stored --output 3-4-2.png
        overtile tile theirs.mbtiles --all | jq -r '[.tile, (.features | length)] | @tsv'
      """)

  @Argument(help: ArgumentHelp("A bundle or an archive.", valueName: "bundle|archive"), completion: .file())
  var source: String

  @Argument(help: ArgumentHelp("The tile's zoom, column and row.", valueName: "z/x/y"), transform: TileID.read)
  var address: TileID?

  @Flag(help: "Show every tile, one per line.")
  var all = false

  @Flag(help: "Write positions in tile units instead of degrees.")
  var tileUnits = false

  @Option(help: "geojson, mvt (the uncompressed vector tile) or stored (the bytes as stored, such as an image).")
  var format = Format.geojson

  @Option(help: "Show only this layer.")
  var layer: String?

  @Option(
    name: .shortAndLong, help: "Write to this file instead of standard output; an existing regular file is replaced.",
    completion: .file())
  var output: String?

  func validate() throws {
    if all == (address != nil) { throw ValidationError("specify either a tile address z/x/y or --all") }
    if format != .geojson, layer != nil || all || tileUnits {
      throw ValidationError("--layer, --all and --tile-units require --format geojson, not \(format)")
    }
  }

  func run() throws {
    try LineOutput.run(to: output, reading: source) { write in
      guard let tile = address else {
        return try TileText.lines(of: source, layer: layer, inTileUnits: tileUnits, write)
      }
      try write(try bytes(of: tile))
    }
  }

  private func bytes(of tile: TileID) throws -> [UInt8] {
    let (reader, stored) = try TileSource.reading(source) { try $0.tile(tile) }
    switch format {
    case .stored: return stored
    case .geojson:
      let decoded = try TileText.decode(tile, stored, of: reader)
      return try TileText.geoJSON(
        decoded, of: tileUnits ? nil : tile, layer: layer, "\(reader.path): tile \(tile)"
      ) { StandardError.write("overtile: note: \($0)") }
    case .mvt: return try TileText.plain(tile, stored, of: reader)
    }
  }
}
