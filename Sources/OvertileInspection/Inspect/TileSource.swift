import Foundation
import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// The source of an inspection: a bundle, or an archive of any origin.
package struct TileSource: Sendable {
  /// The folder or file.
  package let path: String
  /// The bundle's manifest; nil for an archive.
  package let manifest: BundleManifest?
  private let archive: (any TileArchiveReader)?

  /// Opens a folder with a `bundle.json`, or anything that `TileArchives` opens.
  ///
  /// - Throws: `BundleError`, `ArchiveError`.
  package init(path: String) throws {
    self.path = path
    let folder = URL(fileURLWithPath: path)
    if FileKind(at: path + "/" + BundleManifest.fileName, followsLinks: false) != nil {
      guard ListedFiles.link(in: path, to: BundleManifest.fileName) == nil else {
        throw BundleError.damaged(
          path, reason: "\(BundleManifest.fileName) is a symbolic link; bundles must not contain symbolic links")
      }
      manifest = try BundleManifest(intact: folder)
      archive = nil
    } else {
      // A folder of releases has no tiles of its own.
      if BundleError.isReleases(path) { throw BundleError.missing(path) }
      manifest = nil
      do {
        archive = try TileArchives.open(path: path)
      } catch let error as ArchiveError where error.code == .malformed && BundleError.isPipeline(path) {
        throw BundleError.missing(path)
      }
    }
  }

  /// Opens a path and runs a body on it; again, while a bundle there is replaced meanwhile.
  ///
  /// - Throws: the errors of the body; `BundleError.replaced` if the bundle is replaced again and again.
  package static func reading<R>(_ path: String, _ body: (TileSource) throws -> R) throws -> R {
    let manifest = path + "/" + BundleManifest.fileName
    func givenUp(_: String) -> any Error { BundleError.replaced(path) }
    return try StableFolder.read([manifest], givenUp: givenUp) { _ in
      try body(try TileSource(path: path))
    }
  }

  /// Checks by size whether the files of a bundle are those that its manifest lists; an archive lists none.
  ///
  /// O(files). Reading tiles might miss these faults.
  ///
  /// - Throws: `ListedFileError`.
  package func checkFiles() throws {
    if let manifest { try ListedFiles(path, manifest).check() }
  }

  /// Readers for all archives, in the order of their paths; one for an archive.
  package func readers() throws -> [any TileArchiveReader] {
    if let archive { return [archive] }
    return try (manifest?.tileFiles ?? []).map { try open($0) }
  }

  /// Readers for tilesets with all layers, in the order of the zooms, or for those with a zoom: archives that hold one layer
  /// each are read as one.
  package func tilesets(zoom: Int? = nil) throws -> [any TileArchiveReader] {
    if let archive { return [archive] }
    let groups = (manifest?.tileGroups ?? []).map { $0.filter { zoom.map($0.zooms.contains) ?? true } }
    return try groups.filter { !$0.isEmpty }.map { try TileArchives.joined(try $0.map { try open($0) }, in: path) }
  }

  /// An archive, the only layer in it if the manifest states one, and whether it may have tiles at some zooms.
  package typealias Archive = (reader: any TileArchiveReader, layer: String?, isInZooms: Bool)

  /// The archives that hold some layers, or any, in groups by ascending zooms. Archives of one group hold different layers
  /// of the same tiles.
  ///
  /// The content of a bundle's archives that may have tiles at the zooms is compared with the manifest. O(their bytes).
  ///
  /// - Throws: `ListedFileError` for an archive with another digest than that in the manifest; `BundleError`, `ArchiveError`.
  package func checkedArchives(layers: Set<String>?, zooms: ClosedRange<Int>) throws -> [[Archive]] {
    if let archive { return [[(archive, nil, true)]] }
    let groups = (manifest?.tileGroups ?? []).map { group in
      group.filter { file in layers.map { file.layer.map($0.contains) ?? true } ?? true }
    }
    let ordered = groups.enumerated().filter { !$0.element.isEmpty }.sorted {
      ($0.element[0].minzoom ?? 0, $0.offset) < ($1.element[0].minzoom ?? 0, $1.offset)
    }
    return try ordered.map { group in
      try group.element.map { file in
        let isInZooms = file.zooms.overlaps(zooms)
        return (try open(file, isCompared: isInZooms), file.layer, isInZooms)
      }
    }
  }

  /// The stored bytes of a tile with the reader that has it. If archives hold one layer each, their tiles are joined and
  /// have no compression.
  ///
  /// - Throws: `TileLookupError.noTile` if there is none; `BundleError`, `ArchiveError`.
  package func tile(_ tile: TileID) throws -> (reader: any TileArchiveReader, stored: [UInt8]) {
    for reader in try tilesets(zoom: Int(tile.z)) {
      if let stored = try reader.tile(tile) { return (reader, stored) }
    }
    let zooms = try manifest.map { $0.minzoom...$0.maxzoom } ?? archive?.zooms()
    throw TileLookupError.noTile(path, tile, zooms: zooms)
  }

  /// A file of the bundle, its content compared with the manifest if asked: the same open file is compared and read.
  private func open(_ file: BundleManifest.File, isCompared: Bool = false) throws -> any TileArchiveReader {
    let location = try location(of: file)
    guard let manifest else { return try TileArchives.open(path: location) }
    let listed = ListedFiles(path, manifest)
    guard manifest.tiles.tileContainer?.isFolder != true else {
      // Folders of tiles may have a great many files.
      if isCompared { try listed.checkContent(file) }
      return try TileArchives.open(path: location)
    }
    try listed.check(file)
    let opened = try InputFile(path: location)
    if isCompared { try listed.checkContent(file, opened: opened) }
    return try TileArchives.open(opened)
  }

  /// The path of a file of the bundle.
  ///
  /// - Throws: `BundleError.damaged` for one that would lie elsewhere.
  func location(of file: BundleManifest.File) throws -> String {
    guard BundlePath.isSafe(file.path) else {
      throw BundleError.damaged(path, reason: "the manifest lists the unsafe path \"\(file.path)\"")
    }
    if let link = ListedFiles.link(in: path, to: file.path) {
      throw BundleError.damaged(path, reason: "\(link) is a symbolic link; bundles must not contain symbolic links")
    }
    return path + (path.hasSuffix("/") ? "" : "/") + file.path
  }
}

extension BundleManifest.File {
  /// The zooms of its tiles.
  var zooms: ClosedRange<Int> { (minzoom ?? 0)...(maxzoom ?? 31) }
}
