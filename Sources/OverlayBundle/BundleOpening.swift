import Foundation
import MapMath
import OvertileTileArchive

/// Reads the files that opening needs: the manifest, and the headers of the files that it names.
struct BundleOpening: Sendable {
  let reader: any RangeReader
  let name: String
  let cache: BundleCache
  let limits: BundleLimits

  /// The parts of an open bundle.
  struct Opened: Sendable {
    var manifest: BundleManifest
    /// Per zoom, 0...31: the containers of its tiles, in the order of the layers if each holds one layer.
    var sources: [[any TileSource]] = Array(repeating: [], count: 32)
    var members: [String: LayerMembers] = [:]
  }

  private enum Part: Sendable {
    case tiles(TileFile)
    case members(layer: String, LayerMembers)
  }

  /// A container of tiles, and what the manifest says of it.
  private struct TileFile: Sendable {
    var zooms: ClosedRange<Int>
    /// The only layer in it; nil for all layers.
    var layer: String?
    var source: any TileSource
  }

  /// Opens a bundle with a manifest.
  func bundle() async throws -> Opened {
    let file = BundleFile(path: BundleManifest.fileName, bundle: name, reader: reader)
    guard let text = try await file.whole(limit: limits.manifestBytes) else {
      throw BundleError.notABundle(name, reason: BundleError.noManifest)
    }
    return try await open(try BundleManifest(Data(text), bundle: name))
  }

  private func open(_ manifest: BundleManifest) async throws -> Opened {
    try await withThrowingTaskGroup(of: Part?.self) { group in
      for (index, entry) in manifest.files.enumerated() {
        group.addTask { try await part(entry, index: index, manifest) }
      }
      var opened = Opened(manifest: manifest)
      var tiles: [TileFile] = []
      while let part = try await group.next() {
        switch part {
        case .tiles(let found): tiles.append(found)
        case .members(let layer, let members): opened.members[layer] = members
        case nil: break
        }
      }
      assign(tiles, to: &opened)
      return opened
    }
  }

  /// Distributes containers over zooms, in the order of the layers.
  private func assign(_ tiles: [TileFile], to opened: inout Opened) {
    let byLayer = Dictionary(grouping: tiles, by: \.layer)
    for layer in [nil] + opened.manifest.layers.map({ Optional($0.id) }) {
      for part in byLayer[layer] ?? [] {
        for zoom in part.zooms { opened.sources[zoom].append(part.source) }
      }
    }
  }

  /// Opens one file of a bundle; nil if its role is unknown to this library.
  private func part(_ entry: BundleManifest.File, index: Int, _ manifest: BundleManifest) async throws -> Part? {
    let file = BundleFile(path: entry.path, index: index, bundle: name, reader: reader)
    let size = UInt64(entry.bytes)
    switch entry.fileRole {
    case .tiles:
      guard let low = entry.minzoom, let high = entry.maxzoom else { return nil }
      let source = try await tiles(file, size: size, manifest.tiles)
      return .tiles(TileFile(zooms: low...high, layer: entry.layer, source: source))
    case .members:
      return .members(layer: entry.layer ?? "", try await LayerMembers(file, size: size, cache: cache, limits: limits))
    case nil:
      return nil
    }
  }

  private func tiles(
    _ file: BundleFile, size: UInt64, _ storage: BundleManifest.TileStorage
  ) async throws -> any TileSource {
    switch storage.tileContainer {
    case .pmtiles: return try await RangedPMTiles(file, size: size, cache: cache, limits: limits)
    case .mbtiles: return try await DatabaseTiles(file, limits: limits)
    case .directory:
      return FolderTiles(file, limit: limits.tileBytes)
    case nil:
      throw BundleError.notABundle(name, reason: "the container of its tiles is unknown: \"\(storage.container)\"")
    }
  }

  /// Opens an archive without a manifest.
  func archive(_ path: String) async throws -> Opened {
    guard BundlePath.isSafe(path) else {
      throw BundleError.notABundle(path, reason: "the path must not lead out of its folder")
    }
    let file = BundleFile(path: path, bundle: name, reader: reader)
    let source: any TileSource
    let manifest: BundleManifest
    if path.lowercased().hasSuffix(".mbtiles") {
      let tiles = try await DatabaseTiles(file, limits: limits)
      (source, manifest) = (tiles, try ArchiveManifest.manifest(tiles.metadata, file))
    } else {
      let tiles = try await RangedPMTiles(file, size: nil, cache: cache, limits: limits)
      (source, manifest) = (tiles, try ArchiveManifest.manifest(tiles.header, try await tiles.metadata(), file))
    }
    var opened = Opened(manifest: manifest)
    for zoom in manifest.minzoom...manifest.maxzoom { opened.sources[zoom] = [source] }
    return opened
  }
}
