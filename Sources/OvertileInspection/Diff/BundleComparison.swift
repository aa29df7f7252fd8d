import Foundation
import OvertileBundleFormat
import OvertilePipeline

/// Compares two bundles.
package enum BundleComparison {
  /// The differences between two bundles, as values.
  ///
  /// It always checks that every file of both is there with the size that its manifest lists; with `checksContents`, it
  /// also checks the contents, which reads all of both. Zooms whose archives have equal digests are not read otherwise;
  /// of others, tiles with equal stored bytes are not decoded. Memory: 24 bytes for each run of tiles, and the entries of the
  /// overlays that differ at one zoom, some 100 bytes each.
  ///
  /// - Throws: `BundleError` if there is no bundle, one is damaged, or is replaced again and again while it is read;
  ///   `ListedFileError` if one lacks a file; `InspectionError`, `ArchiveError`; `PipelineError.cancelled`.
  package static func diff(
    _ before: URL, _ after: URL, checksContents: Bool = false, cancellation: Cancellation = Cancellation()
  ) throws -> BundleDiff {
    try StableFolder.read([before.path, after.path]) { _ in
      let (before, after) = (try BundleFolder(before), try BundleFolder(after))
      for bundle in checksContents ? [before, after] : [] {
        for file in bundle.manifest.files {
          try cancellation.check()
          try bundle.listed.checkContent(file)
        }
      }
      return try diff(before, after, cancellation)
    }
  }

  private static func diff(
    _ before: BundleFolder, _ after: BundleFolder, _ cancellation: Cancellation
  ) throws -> BundleDiff {
    var result = BundleDiff(before: side(before), after: side(after))
    result.manifest = ManifestComparison.differences(before.manifest, after.manifest)
    let layers = before.manifest.layers + after.manifest.layers
    let clusterLayers = Set(layers.filter { $0.layerKind == .cluster }.map(\.id))
    let zooms = before.zooms.union(after.zooms).filter { before.digests(zoom: $0) != after.digests(zoom: $0) }.sorted()
    let (a, b) = (try before.tileSets(zooms: zooms), try after.tileSets(zooms: zooms))
    for zoom in zooms {
      try cancellation.check()
      var comparison = ZoomComparison(zoom: zoom, before: a, after: b, clusterLayers: clusterLayers)
      if let found = try comparison.run() { result.zooms.append(found) }
    }
    result.members = try MembersComparison.differences(before, after)
    result.isSame = result.manifest.isEmpty && result.zooms.isEmpty && result.members.isEmpty
    return result
  }

  private static func side(_ bundle: BundleFolder) -> BundleDiff.Side {
    let unlisted = bundle.listed.unlisted()
    return BundleDiff.Side(
      sha256: bundle.digest, container: bundle.manifest.tiles.container, layout: bundle.manifest.tiles.layout,
      bytes: bundle.manifest.byteCount, tiles: bundle.manifest.tileCount, unlisted: unlisted.count,
      firstUnlisted: Array(unlisted.prefix(100)))
  }
}

/// Compares the statements of manifests about the contents. Storage and provenance do not count.
enum ManifestComparison {
  /// The names of the differences.
  static func differences(_ a: BundleManifest, _ b: BundleManifest) -> [String] {
    var same: [(name: String, isSame: Bool)] = [
      ("name", a.name == b.name), ("description", a.description == b.description),
      ("attribution", a.attribution == b.attribution), ("version", a.version == b.version),
      ("bounds", a.bounds == b.bounds), ("zooms", a.minzoom == b.minzoom && a.maxzoom == b.maxzoom),
      ("extent", a.tiles.extent == b.tiles.extent && a.tiles.buffer == b.tiles.buffer),
      ("layers", a.layers.map(\.id) == b.layers.map(\.id)),
    ]
    for layer in a.layers {
      guard let other = b.layers.first(where: { $0.id == layer.id }) else { continue }
      let ofLayer = [
        ("kind", layer.kind == other.kind), ("description", layer.description == other.description),
        ("zooms", layer.minzoom == other.minzoom && layer.maxzoom == other.maxzoom),
        ("fields", layer.fields == other.fields), ("bounds", layer.bounds == other.bounds),
        ("features", layer.features == other.features), ("pulse", layer.pulse == other.pulse),
      ]
      same += ofLayer.map { ("layers.\(layer.id).\($0)", $1) }
    }
    return same.filter { !$0.isSame }.map(\.name)
  }
}
