import Foundation
import OvertileBundleFormat
import OvertileTileArchive

/// Whether a manifest that can be opened is in its normal form, has its digest, and agrees with itself.
struct ManifestCheck {
  let manifest: BundleManifest
  let place: Place

  /// Compares a manifest's bytes with those of the content, and with the digest; then checks the content.
  func run(_ bytes: Data) throws {
    place.require(
      try manifest.encoded() == bytes, .manifestForm,
      "the manifest is not in canonical form; it was edited or was written by a different version")
    if let digest = manifest.digest {
      place.expect(
        digest, try manifest.contentDigest(), .manifestDigest, "the manifest was changed after it was written")
    }
    checkHeader()
    for layer in manifest.layers {
      ManifestCheck(manifest: manifest, place: place.at(layer: layer.id)).check(layer)
    }
    checkFiles()
  }

  private func checkHeader() {
    let (tiles, layers) = (manifest.tiles, manifest.layers)
    require(tiles.tileLayout != nil, "the layout \"\(tiles.layout)\" is unknown")
    require(tiles.tileContainer != nil, "the container \"\(tiles.container)\" is unknown")
    expect(manifest.minzoom, layers.map(\.minzoom).min() ?? 0, "the minimum zoom differs from that of all layers")
    expect(manifest.maxzoom, layers.map(\.maxzoom).max() ?? 0, "the maximum zoom differs from that of all layers")
    let union = DegreeBox.union(layers.compactMap(\.bounds))
    expect(manifest.bounds, union, "the bounds differ from the combined bounds of all layers")
  }

  private func check(_ layer: BundleManifest.Layer) {
    require(layer.layerKind != nil, "the kind \"\(layer.kind)\" is unknown")
    let zooms = Array(layer.minzoom...layer.maxzoom)
    expect(layer.zooms.map(\.zoom), zooms, "the layer's counts do not list each of its zooms exactly once")
    let files = manifest.tileFiles.filter { ($0.layer ?? layer.id) == layer.id }
    for zoom in zooms {
      require(files.contains { $0.zooms.contains(zoom) }, "no file contains zoom \(zoom) of the layer")
    }
  }

  private func checkFiles() {
    let files = manifest.files
    let isAscending = zip(files, files.dropFirst()).allSatisfy { $0.path < $1.path }
    require(isAscending, "the files are not sorted by path")
    for file in files {
      let layer = manifest.layers.first { $0.id == file.layer }
      switch file.fileRole {
      case .tiles:
        let hasOwnZooms = layer.map { $0.minzoom == file.minzoom && $0.maxzoom == file.maxzoom } ?? false
        require(
          hasOwnZooms || manifest.tiles.tileLayout != .perLayer,
          "\(file.path) does not belong to a layer with the same zooms")
      case .members: require(layer?.layerKind == .cluster, "\(file.path) does not belong to a cluster layer")
      case nil: require(false, "\(file.path) has the unknown role \"\(file.role)\"")
      }
    }
  }

  private func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    place.require(holds, .manifestValue, message())
  }

  private func expect<Value: Equatable>(_ found: Value?, _ expected: Value?, _ message: @autoclosure () -> String) {
    place.expect(found, expected, .manifestValue, message())
  }
}
