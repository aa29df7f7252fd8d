import MapMath
import OvertileCore

/// Reads a folder of tiles {z}/{x}/{y}, with or without a `metadata.json`. A tile is a .pbf or .mvt file or an
/// image. Any thread may call the reader. All methods throw `ArchiveError`.
///
/// All tiles have the extension of the first tile. Files with other extensions are ignored, and so are names that are
/// not numbers. Rows are counted from the north, or from the south if `metadata.json` contains `"scheme": "tms"`.
package final class DirectoryReader: TileArchiveReader {
  /// The folder.
  package let path: String
  /// The container: always a folder.
  package let container = TileContainer.directory
  /// The content that the extension names.
  package let content: TileContent
  /// The compression of the first tile.
  package let tileCompression: StoredCompression
  /// The extension of the tiles, without its dot; nil when there are no tiles.
  package let fileExtension: String?
  private let metadata: [UInt8]
  private let countsFromSouth: Bool

  /// The extensions that tiles may have, the likeliest first.
  private static let extensions = ["pbf", "mvt", "geojson", "json", "png", "jpg", "jpeg", "webp", "avif", "mlt"]

  /// Opens a folder, which must contain a `metadata.json` or a folder named like a zoom. O(zooms and the first column).
  package init(path: String) throws {
    self.path = path
    let file = path + "/" + TileFolderNames.metadata
    let hasMetadata = Folder.hasFile(file)
    metadata = hasMetadata ? try InputFile(path: file).whole(limit: 64 << 20) : Array("{}".utf8)
    let told = JSONValue(text: metadata)
    countsFromSouth = told?["scheme"]?.string == "tms"
    let zooms = try Self.numbers(in: path, below: 32)
    guard hasMetadata || !zooms.isEmpty else {
      throw ArchiveError(
        .cannotOpen, path: path,
        "the folder is neither a bundle (with a bundle.json) nor a folder of tiles (with folders 0, 1, ... or a "
          + "metadata.json)"
      )
    }
    let first = try Self.firstTile(path, zooms: zooms)
    fileExtension = first?.fileExtension
    content = TileContent(named: first?.fileExtension ?? told?["format"]?.string ?? "unknown")
    tileCompression = StoredCompression(sniffing: try first.map { try Self.tile($0.path) } ?? [])
  }

  /// The lowest and highest zoom with tiles. O(columns until a tile is found).
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
    return Folder.hasFile(file) ? try Self.tile(file) : nil
  }

  /// Calls a closure with every tile: zooms, columns and rows ascend. Memory is bounded by the names in one folder.
  package func forEachTile(_ body: (TileID, [UInt8]) throws -> Void) throws {
    try forEachFile { tile, file in try body(tile, Self.tile(file)) }
  }

  /// Calls a closure with every tile's size; every tile is a run of its own.
  package func forEachRun(_ body: (StoredRun) throws -> Void) throws {
    try forEachFile { tile, file in try body(StoredRun(tile, bytes: UnixFile.size(file))) }
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

  private static func tile(_ file: String) throws -> [UInt8] { try InputFile(path: file).whole(limit: 1 << 30) }

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
    try numbers(in: folder, below: 1 << zoom, ending: "." + fileExtension)
  }

  /// The decimal numbers below a limit, without signs or leading zeros, that are names of subfolders, or with an ending names
  /// of files, ascending.
  private static func numbers(in folder: String, below limit: Int, ending: String = "") throws -> [Int] {
    try Folder.names(folder).compactMap { name in
      guard name.hasSuffix(ending), let number = Int(name.dropLast(ending.count)), (0..<limit).contains(number),
        "\(number)\(ending)" == name, !ending.isEmpty || Folder.exists("\(folder)/\(name)")
      else { return nil }
      return number
    }.sorted()
  }
}
