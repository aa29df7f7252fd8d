import Foundation
import MapMath
import OvertileTileArchive

/// Opens bundles: reads the manifest, and files of tiles and members when they are first needed.
struct BundleOpening: Sendable {
  let reader: any RangeReader
  let name: String
  let cache: BundleCache
  let limits: BundleLimits
  /// The files that are open, which stay open.
  private let files = BundleCache(limit: .max)

  /// The parts of an open bundle.
  struct Opened: Sendable {
    var manifest: BundleManifest
    /// Per zoom, 0...31: the containers of its tiles, in the order of the layers if each holds one layer.
    var sources: [[TilesWhenNeeded]] = Array(repeating: [], count: 32)
    /// By layer: its members, which open when they are needed.
    var members: [String: @Sendable () async throws -> LayerMembers] = [:]
  }

  /// Opens a bundle with a manifest.
  func bundle() async throws -> Opened {
    let file = BundleFile(path: BundleManifest.fileName, bundle: name, reader: reader)
    guard let text = try await file.whole(limit: BundleSizes.manifest) else {
      throw BundleError.notABundle(name, reason: BundleError.noManifest)
    }
    let manifest = try BundleManifest(Data(text), bundle: name)
    let container = try manifest.tiles.knownContainer(of: name)
    var opened = Opened(manifest: manifest)
    for layer in [nil] + manifest.layers.map({ Optional($0.id) }) {
      for (index, entry) in manifest.files.enumerated() where entry.layer == layer {
        let file = BundleFile(path: entry.path, index: index, bundle: name, reader: reader)
        try await add(entry, file, container, to: &opened)
      }
    }
    return opened
  }

  /// Adds a file; none whose role is unknown to this library.
  private func add(
    _ entry: BundleManifest.File, _ file: BundleFile, _ container: TileContainer, to opened: inout Opened
  ) async throws {
    let size = UInt64(entry.bytes)
    switch entry.fileRole {
    case .tiles:
      guard let low = entry.minzoom, let high = entry.maxzoom else { return }
      var source = TilesWhenNeeded(name: file.name) { FolderTiles(folder: file, limit: limits.tileBytes) }
      if !container.isFolder {
        source.open = try await whenNeeded(file) { () -> any TileSource in
          guard container == .pmtiles else { return try await CopiedTiles(file, container, limits: limits) }
          return try await RangedPMTiles(file, size: size, cache: cache, limits: limits)
        }
      }
      for zoom in low...high { opened.sources[zoom].append(source) }
    case .members:
      opened.members[entry.layer ?? ""] = try await whenNeeded(file) {
        try await LayerMembers(file, size: size, cache: cache)
      }
    case nil: return
    }
  }

  /// Opens a file at the first call; others return what it opened. A file of the file system costs no request: it is
  /// opened now, and stays open, whatever is published there.
  private func whenNeeded<Opened: Sendable>(
    _ file: BundleFile, _ open: @escaping @Sendable () async throws -> Opened
  ) async throws -> @Sendable () async throws -> Opened {
    let opening: @Sendable () async throws -> Opened = { [files] in
      let value = try await files.value(.file(file.index)) { .opened(try await open()) }
      guard case .opened(let opened as Opened) = value else { throw CancellationError() }
      return opened
    }
    if file.isLocal { _ = try await opening() }
    return opening
  }

  /// Opens an archive without a manifest.
  func archive(_ path: String) async throws -> Opened {
    guard BundlePath.isSafe(path) else {
      throw BundleError.notABundle(path, reason: "the path of the archive is not a valid relative path")
    }
    let file = BundleFile(path: path, bundle: name, reader: reader)
    let source: any TileSource
    let manifest: BundleManifest
    if let container = TileContainer(ofFile: path), container != .pmtiles {
      let tiles = try await CopiedTiles(file, container, limits: limits)
      (source, manifest) = (tiles, try ArchiveManifest.manifest(try tiles.metadata(), nil, container, file))
    } else {
      let tiles = try await RangedPMTiles(file, size: nil, cache: cache, limits: limits)
      let text = try await tiles.metadata()
      (source, manifest) = (tiles, try ArchiveManifest.manifest(text, tiles.header, .pmtiles, file))
    }
    var opened = Opened(manifest: manifest)
    for zoom in manifest.minzoom...manifest.maxzoom {
      opened.sources[zoom] = [TilesWhenNeeded(name: file.name) { source }]
    }
    return opened
  }
}
