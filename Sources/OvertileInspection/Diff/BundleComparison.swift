import Foundation
import OvertileBundleFormat
import OvertilePipeline

/// Compares two bundles.
package enum BundleComparison {
  /// The differences between two bundles, as values.
  ///
  /// It always checks that every file of both is there with the size that its manifest lists; with `checksContents`, it
  /// also checks the contents, which reads all of both. Zooms whose archives have equal digests are not read otherwise;
  /// of others, tiles with equal stored bytes are not decoded. Memory: the entries of the overlays that differ at one
  /// zoom, some 100 bytes each.
  ///
  /// - Throws: `ChangesError`: `missing` if there is no bundle or one lacks a file, `badData` if one is damaged,
  ///   `locked` if one is replaced again and again while it is read.
  package static func diff(
    _ before: URL, _ after: URL, checksContents: Bool = false, cancellation: Cancellation = Cancellation()
  ) throws(ChangesError) -> BundleDiff {
    try ChangesError.map {
      try BundleFolder.reading([before, after]) { _ in
        let (before, after) = (try BundleFolder(before), try BundleFolder(after))
        for bundle in [before, after] {
          try bundle.checkSizes()
          for file in checksContents ? bundle.manifest.files : [] {
            try cancellation.check("nothing was compared")
            try bundle.verify(file)
          }
        }
        return try diff(before, after, cancellation)
      }
    }
  }

  private static func diff(
    _ before: BundleFolder, _ after: BundleFolder, _ cancellation: Cancellation
  ) throws -> BundleDiff {
    var result = BundleDiff(before: side(before), after: side(after))
    result.manifest = ManifestComparison.differences(before.manifest, after.manifest)
    let (a, b) = (TileSet(before), TileSet(after))
    let layers = before.manifest.layers + after.manifest.layers
    let clusterLayers = Set(layers.filter { $0.layerKind == .cluster }.map(\.id))
    for zoom in a.zooms.union(b.zooms).sorted() where a.digests(zoom: zoom) != b.digests(zoom: zoom) {
      try cancellation.check("nothing was compared")
      var comparison = ZoomComparison(zoom: zoom, before: a, after: b, clusterLayers: clusterLayers)
      if let found = try comparison.run() { result.zooms.append(found) }
    }
    result.members = try MembersComparison.differences(before, after)
    result.isSame = result.manifest.isEmpty && result.zooms.isEmpty && result.members.isEmpty
    return result
  }

  private static func side(_ bundle: BundleFolder) -> BundleDiff.Side {
    let files = bundle.manifest.files
    let unlisted = bundle.listed.unlisted()
    return BundleDiff.Side(
      sha256: bundle.digest, container: bundle.manifest.tiles.container, layout: bundle.manifest.tiles.layout,
      bytes: files.reduce(0) { $0 &+ $1.bytes }, tiles: files.reduce(0) { $0 &+ ($1.tiles ?? 0) },
      unlisted: unlisted.count,
      firstUnlisted: Array(unlisted.prefix(BundleDiff.Side.mostUnlisted)))
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
