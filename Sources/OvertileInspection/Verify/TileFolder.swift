import Foundation
import MapMath
import OvertileRegularFiles
import OvertileTileArchive

/// A folder of tiles, {z}/{x}/{y}.pbf or .geojson, with a `metadata.json`.
struct TileFolder {
  /// The folder.
  let path: String
  /// The tiles, ascending by their Hilbert ids, with their paths below the folder.
  let tiles: [(tile: TileID, name: String)]

  /// Lists a folder; files that are not tiles are findings.
  ///
  /// - Throws: `ArchiveError` if it cannot be listed.
  init(path: String, fileExtension: String?, location: Location, into findings: inout Findings) throws {
    self.path = path
    var tiles: [(tile: TileID, name: String)] = []
    for name in try FolderContent.files(path) where name != TileFolderNames.metadata {
      guard let tile = Self.tile(name, fileExtension: fileExtension) else {
        let location = Location(location.file.isEmpty ? name : location.file + "/" + name)
        if Self.isOutsideGrid(name) {
          findings.note(.archiveName, location, "it lies outside the grid of its zoom, where no map requests it")
        } else {
          findings.add(.archiveName, location, "its name is not that of a tile")
        }
        continue
      }
      tiles.append((tile, name))
    }
    let ids = tiles.map(\.tile.hilbertID)
    self.tiles = tiles.indices.sorted { ids[$0] < ids[$1] }.map { tiles[$0] }
  }

  /// The tile of a path that is written in the one normal way; with an extension, or with either if nil.
  private static func tile(_ name: String, fileExtension: String?) -> TileID? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let dot = parts[2].firstIndex(of: ".") else { return nil }
    let suffix = parts[2][parts[2].index(after: dot)...]
    guard fileExtension.map({ $0 == suffix }) ?? ["pbf", "mvt", "geojson"].contains(suffix),
      let z = Int(parts[0]), let x = Int(parts[1]), let y = Int(parts[2][..<dot]), let tile = TileID(z: z, x: x, y: y),
      "\(z)/\(x)/\(y)" == "\(parts[0])/\(parts[1])/\(parts[2][..<dot])"
    else { return nil }
    return tile
  }

  /// Whether a name is formed like a tile's, but its column or row is not one of its zoom.
  private static func isOutsideGrid(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].hasSuffix(".pbf") || parts[2].hasSuffix(".mvt"), let z = Int(parts[0]),
      let x = Int(parts[1]), let y = Int(parts[2].dropLast(4))
    else { return false }
    return (0...31).contains(z) && TileID(z: z, x: x, y: y) == nil
  }

  /// Calls a closure with every tile and its bytes, ids ascending.
  func forEachTile(_ body: (TileID, [UInt8]) throws -> Void) throws {
    for (tile, name) in tiles {
      let data: Data
      do {
        data = try RegularFile.contents(of: path + "/" + name, limit: 1 << 30)
      } catch {
        try FailedRead.rethrow(error)
        throw InspectionError("\(name) cannot be read: \(error.reason)")
      }
      try body(tile, Array(data))
    }
  }

  /// The members of the metadata as texts, which other writers also write as numbers; nil if they are missing or damaged.
  ///
  /// - Throws: `ArchiveError` if the file cannot be read.
  func metadata() throws -> [(name: String, value: String)]? {
    let data: Data
    do {
      data = try RegularFile.contents(of: path + "/" + TileFolderNames.metadata, limit: 64 << 20)
    } catch {
      try FailedRead.rethrow(error)
      return nil
    }
    guard let members = try? JSONDecoder().decode([String: MetadataText].self, from: data) else { return nil }
    return members.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value.text) }
  }

  /// A text, or a whole number as a text.
  private struct MetadataText: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int.self) {
        text = "\(number)"
      } else {
        text = try value.decode(String.self)
      }
    }
  }
}
