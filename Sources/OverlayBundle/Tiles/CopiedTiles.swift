import Foundation
import MapMath
import OvertileTileArchive

/// An archive whose reader needs a file of the file system. One that is not local is copied to a temporary file, up to a
/// stated limit.
final class CopiedTiles: SingleTileSource {
  private let file: BundleFile
  private let archive: any TileArchiveReader
  private let copy: TemporaryCopy?
  private let limit: Int

  /// Opens a file; copies it first if its reader is not of local files.
  init(_ file: BundleFile, _ container: TileContainer, limits: BundleLimits) async throws {
    (self.file, limit) = (file, limits.tileBytes)
    let local = file.localPath
    let copy = local == nil ? try await TemporaryCopy(of: file, limit: limits.copiedBytes) : nil
    self.copy = copy
    let path = local ?? copy?.path ?? ""
    archive = try BundleError.naming(file.name) {
      try container.open(InputFile(path: path), tileLimit: limits.tileBytes)
    }
    // It was opened by its path, at which another bundle may have appeared just before.
    guard file.localPath == local else { throw BundleError.replaced(file.name) }
  }

  /// The metadata, a JSON object in UTF-8.
  func metadata() throws -> [UInt8] { try BundleError.naming(file.name) { try archive.metadataJSON() } }

  func plainTile(_ tile: TileID) async throws -> [UInt8]? {
    let stored = try BundleError.naming(file.name) { try archive.tile(tile) }
    return try stored.map { try file.plain($0, limit: limit) }
  }
}

/// A copy of a file of a bundle in the folder for temporary files, removed with its last reference.
final class TemporaryCopy: Sendable {
  private static let stepBytes: UInt64 = 1 << 20
  private let url: URL

  /// Copies a file of at most `limit` bytes.
  init(of file: BundleFile, limit: UInt64) async throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("overlays-\(UUID().uuidString)")
    try Data().write(to: url, options: .withoutOverwriting)
    let handle = try FileHandle(forWritingTo: url)
    defer { try? handle.close() }
    var offset: UInt64 = 0
    while true {
      guard let step = try await file.available(offset..<offset + Self.stepBytes) else {
        throw file.damaged("the file is missing")
      }
      try handle.write(contentsOf: step)
      offset += UInt64(step.count)
      guard offset <= limit else {
        throw file.damaged("the file is larger than \(limit) bytes, which is too large to copy to a temporary file")
      }
      if step.count < Int(Self.stepBytes) { return }
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of the copy.
  var path: String { url.path }
}
