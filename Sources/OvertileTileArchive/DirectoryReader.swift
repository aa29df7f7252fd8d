import Foundation
import MapMath

/// Reads a folder of files {z}/{x}/{y}.pbf, .mvt, .geojson or a picture's, with or without a `metadata.json`; any thread
/// may ask. All methods throw `ArchiveError`.
///
/// The first tile's extension is that of all: other files are ignored, and so are names that are not numbers. Rows
/// count from the north, or from the south where `metadata.json` says `"scheme": "tms"`.
package final class DirectoryReader: TileArchiveReader {
  /// The folder.
  package let path: String
  /// A folder.
  package let container = ArchiveContainer.directory
  /// What the extension says.
  package let content: TileContent
  /// How the first tile is stored; GeoJSON and vector tiles may be gzipped.
  package let tileCompression: StoredCompression
  /// The extension of the tiles, without its dot; nil when there are none.
  package let fileExtension: String?
  private let metadata: [UInt8]
  private let countsFromSouth: Bool

  /// The extensions that tiles have, the likelier first.
  private static let extensions = ["pbf", "mvt", "geojson", "json", "png", "jpg", "jpeg", "webp", "avif", "mlt"]

  /// Opens a folder, which has a folder named like a zoom or a `metadata.json`. O(zooms and the first column).
  package init(path: String) throws {
    self.path = path
    let file = path + "/" + TileFolderNames.metadata
    let hasMetadata = Folder.hasFile(file)
    metadata = hasMetadata ? try Self.read(file, limit: 64 << 20) : Array("{}".utf8)
    let told = try? JSONSerialization.jsonObject(with: Data(metadata)) as? [String: Any]
    countsFromSouth = told?["scheme"] as? String == "tms"
    let zooms = try Self.numbers(in: path, below: 32)
    guard hasMetadata || !zooms.isEmpty else {
      throw ArchiveError(
        .cannotOpen, path: path,
        "neither a bundle nor a folder of tiles: it has no bundle.json, no zooms and no metadata.json")
    }
    let first = try Self.firstTile(path, zooms: zooms)
    fileExtension = first?.fileExtension
    content = TileContent(named: first?.fileExtension ?? told?["format"] as? String ?? "unknown")
    tileCompression = StoredCompression(sniffing: try first.map { try Self.read($0.path, limit: 1 << 30) } ?? [])
  }

  /// The zooms of the folders that hold tiles. O(columns until a tile is found).
  package func zooms() throws -> ClosedRange<Int>? {
    guard let fileExtension else { return nil }
    let zooms = try Self.numbers(in: path, below: 32)
    let holds = { (zoom: Int) in
      try Self.numbers(in: "\(self.path)/\(zoom)", below: 1 << zoom).contains { column in
        try !Self.rows(in: "\(self.path)/\(zoom)/\(column)", zoom: zoom, fileExtension).isEmpty
      }
    }
    guard let first = try zooms.first(where: holds), let last = try zooms.last(where: holds) else { return nil }
    return first...last
  }

  /// The text of `metadata.json`, or `{}`.
  package func metadataJSON() throws -> [UInt8] { metadata }

  /// The bytes of a tile's file, or nil when there is none.
  package func tile(_ tile: TileID) throws -> [UInt8]? {
    guard let fileExtension else { return nil }
    let file = "\(path)/\(tile.z)/\(tile.x)/\(countsFromSouth ? tile.tmsRow : tile.y).\(fileExtension)"
    return Folder.hasFile(file) ? try Self.read(file, limit: 1 << 30) : nil
  }

  /// Calls a closure with every tile: zooms, columns and rows ascend. Memory is bounded by the names in one folder.
  package func forEachTile(_ body: (TileID, [UInt8]) throws -> Void) throws {
    try forEachFile { tile, file in try body(tile, Self.read(file, limit: 1 << 30)) }
  }

  /// Calls a closure with every tile's size; every tile is a run of its own.
  package func forEachRun(_ body: (StoredRun) throws -> Void) throws {
    try forEachFile { tile, file in try body(StoredRun(first: tile, count: 1, bytes: UnixFile.size(file))) }
  }

  private func forEachFile(_ body: (TileID, String) throws -> Void) throws {
    guard let fileExtension else { return }
    for zoom in try Self.numbers(in: path, below: 32) {
      for column in try Self.numbers(in: "\(path)/\(zoom)", below: 1 << zoom) {
        let folder = "\(path)/\(zoom)/\(column)"
        for row in try Self.rows(in: folder, zoom: zoom, fileExtension) {
          guard let tile = TileID(z: zoom, x: column, y: row) else { continue }
          let north = TileID(uncheckedZ: tile.z, x: tile.x, y: countsFromSouth ? tile.tmsRow : tile.y)
          try body(north, "\(folder)/\(row).\(fileExtension)")
        }
      }
    }
  }

  /// The first tile of the lowest zoom that has one.
  private static func firstTile(_ path: String, zooms: [Int]) throws -> (path: String, fileExtension: String)? {
    for zoom in zooms {
      for column in try numbers(in: "\(path)/\(zoom)", below: 1 << zoom) {
        let folder = "\(path)/\(zoom)/\(column)"
        for fileExtension in extensions {
          if let row = try rows(in: folder, zoom: zoom, fileExtension).first {
            return ("\(folder)/\(row).\(fileExtension)", fileExtension)
          }
        }
      }
    }
    return nil
  }

  /// The rows with a file of an extension, ascending.
  private static func rows(in folder: String, zoom: Int, _ fileExtension: String) throws -> [Int] {
    let names = try Folder.names(folder).filter { $0.hasSuffix("." + fileExtension) }
    return ascending(names.map { String($0.dropLast(fileExtension.utf8.count + 1)) }, below: 1 << zoom)
  }

  /// The names of a folder that are whole numbers below a limit and name folders, ascending.
  private static func numbers(in folder: String, below limit: Int) throws -> [Int] {
    ascending(try Folder.names(folder), below: limit).filter { Folder.exists("\(folder)/\($0)") }
  }

  /// Numbers as they are written in decimals, without signs and leading zeros.
  private static func ascending(_ names: [String], below limit: Int) -> [Int] {
    names.compactMap { name in
      Int(name).flatMap { (0..<limit).contains($0) && "\($0)" == name ? $0 : nil }
    }.sorted()
  }

  private static func read(_ path: String, limit: Int) throws -> [UInt8] {
    let file = try InputFile(path: path)
    guard file.size <= limit else { throw ArchiveError(.malformed, path: path, "it has \(file.size) bytes") }
    return try file.bytes(0..<file.size)
  }
}
