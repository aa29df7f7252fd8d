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
      try ListedFiles.rejectLink(in: path, to: BundleManifest.fileName)
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
    try StableFolder.read([path]) { _ in try body(try TileSource(path: path)) }
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
    return try groups.filter { !$0.isEmpty }.map { TileArchives.joined(try $0.map { try open($0) }, in: path) }
  }

  /// The archives of a bundle that hold some layers, or any, and may have tiles at some zooms, each with the only layer in it
  /// if the manifest states one: in groups by ascending zooms. Archives of one group hold different layers of the same tiles.
  ///
  /// Their content is compared with the manifest. O(their bytes).
  ///
  /// - Throws: `ListedFileError` for an archive with another digest than that in the manifest; `BundleError`, `ArchiveError`.
  package func checkedArchives(
    layers: Set<String>?, zooms: ClosedRange<Int>
  ) throws -> [[(reader: any TileArchiveReader, layer: String?)]] {
    let groups = (manifest?.tileGroups ?? []).map { group in
      group.filter { $0.zooms.overlaps(zooms) && $0.layer.map { layers?.contains($0) ?? true } ?? true }
    }
    let ordered = groups.filter { !$0.isEmpty }.sorted { $0[0].zooms.lowerBound < $1[0].zooms.lowerBound }
    return try ordered.map { try $0.map { (try open($0, isCompared: true), $0.layer) } }
  }

  /// The stored bytes of a tile with the reader that has it. If archives hold one layer each, their tiles are joined and
  /// have no compression.
  ///
  /// - Throws: `InspectionError` if there is none; `BundleError`, `ArchiveError`.
  package func tile(_ tile: TileID) throws -> (reader: any TileArchiveReader, stored: [UInt8]) {
    for reader in try tilesets(zoom: Int(tile.z)) {
      if let stored = try reader.tile(tile) { return (reader, stored) }
    }
    let zooms = try manifest.map { $0.minzoom...$0.maxzoom } ?? archive?.zooms()
    let present = zooms.map { "the tiles are at zooms \($0.lowerBound) to \($0.upperBound)" }
    throw InspectionError("\(path): there is no tile \(tile); \(present ?? "the tileset is empty")", .missing)
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
  /// - Throws: `BundleError.damaged` for a symbolic link.
  func location(of file: BundleManifest.File) throws -> String {
    try ListedFiles.rejectLink(in: path, to: file.path)
    return path + (path.hasSuffix("/") ? "" : "/") + file.path
  }
}
