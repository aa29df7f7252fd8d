import ArgumentParser
import Foundation
import MapMath
import OvertileCore
import OvertileInspection
import OvertileTileArchive
import OvertileVectorTile

/// `overtile decode`: shows a loose vector tile.
struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Show a vector tile file as GeoJSON.",
    discussion: """
      Reads a vector tile, plain or compressed with gzip. With the tile's address, positions are longitudes and \
      latitudes. Without it, they are in tile units, x to the east and y to the south; the collection's foreign member \
      "positions" says so, and each feature's member "extent" is the number of units per side. Each feature's member \
      "layer" is its layer.

      Features that cannot be shown, such as those of type UNKNOWN, are left out, and a message reports their number. \
      The exit code is 65 if a layer cannot be read, for example because its version is 99.

      EXAMPLES
        overtile decode 2.mvt 3/4/2
        curl -s https://example.org/3/4/2.pbf | overtile decode - 3/4/2
      """)

  @Argument(
    help: ArgumentHelp("The vector tile file, or - for standard input.", valueName: "file.mvt"), completion: .file())
  var file: String

  @Argument(help: ArgumentHelp("The tile's zoom, column and row.", valueName: "z/x/y"), transform: TileID.read)
  var address: TileID?

  @Option(help: "Show only this layer.")
  var layer: String?

  @Option(
    name: .shortAndLong, help: "Write to this file instead of standard output; an existing regular file is replaced.",
    completion: .file())
  var output: String?

  func run() throws {
    try LineOutput.run(to: output, reading: file) { write in
      let name = file == "-" ? "standard input" : file
      let tile = try TileText.decode(try bytes(), name: name)
      try write(
        TileText.geoJSON(tile, of: address, layer: layer, name) { StandardError.write("overtile: note: \($0)") })
    }
  }

  private static let mostBytes = 256 << 20

  /// The bytes of a regular file, or of standard input for "-".
  private func bytes() throws -> [UInt8] {
    guard file == "-" else {
      do { return Array(try RegularFile.contents(of: file, limit: Self.mostBytes)) } catch { throw ArchiveError(error) }
    }
    let name = "standard input"
    let bytes: Data?
    do { bytes = try FileHandle.standardInput.read(upToCount: Self.mostBytes + 1) } catch {
      throw ArchiveError(.cannotOpen, path: name, "it cannot be read: \(error.localizedDescription)")
    }
    guard bytes?.count ?? 0 <= Self.mostBytes else {
      throw ArchiveError(.malformed, path: name, "it exceeds the limit of \(Self.mostBytes) bytes")
    }
    return Array(bytes ?? Data())
  }
}
