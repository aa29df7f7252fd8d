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
    if let version = tiles.tileLayout?.formatVersion {
      expect(manifest.formatVersion, version, "the format version does not match the layout \(tiles.layout)")
    }
    require(tiles.tileLayout != nil, "the layout \"\(tiles.layout)\" is unknown")
    require(tiles.tileContainer != nil, "the container \"\(tiles.container)\" is unknown")
    expect(manifest.minzoom, layers.map(\.minzoom).min() ?? 0, "the minimum zoom differs from that of all layers")
    expect(manifest.maxzoom, layers.map(\.maxzoom).max() ?? 0, "the maximum zoom differs from that of all layers")
    let union = DegreeBox.union(layers.compactMap(\.bounds))
    expect(manifest.bounds, union, "the bounds differ from the combined bounds of all layers")
  }

  private func check(_ layer: BundleManifest.Layer) {
    require(layer.layerKind != nil, "the kind \"\(layer.kind)\" is unknown")
    require(layer.pulse == nil || layer.layerKind == .circle, "only a circle layer can have a pulse")
    let zooms = Array(layer.minzoom...layer.maxzoom)
    expect(layer.zooms.map(\.zoom), zooms, "the layer's counts do not list each of its zooms exactly once")
    for (name, type) in layer.fields {
      require(FieldType(rawValue: type) != nil, "the field \"\(name)\" has the unknown type \"\(type)\"")
    }
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
      case .tiles: checkTiles(file, layer)
      case .members: require(layer?.layerKind == .cluster, "\(file.path) does not belong to a cluster layer")
      case nil: require(false, "\(file.path) has the unknown role \"\(file.role)\"")
      }
    }
  }

  private func checkTiles(_ file: BundleManifest.File, _ layer: BundleManifest.Layer?) {
    if manifest.tiles.tileLayout == .perLayer {
      let hasOwnZooms = layer.map { $0.minzoom == file.minzoom && $0.maxzoom == file.maxzoom } ?? false
      require(hasOwnZooms, "\(file.path) does not belong to a layer with the same zooms")
    } else {
      require(file.layer == nil, "the entry for \(file.path) names one layer, but the file contains all layers")
    }
    let isCounted = file.storedForm != nil && file.tiles != nil && file.contents != nil
    require(isCounted, "the entry for \(file.path) does not specify its compression or its number of tiles")
  }

  private func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    place.require(holds, .manifestValue, message())
  }

  private func expect<Value: Equatable>(_ found: Value?, _ expected: Value?, _ message: @autoclosure () -> String) {
    place.expect(found, expected, .manifestValue, message())
  }
}

extension DegreeBox {
  /// The least box around some that have west, south, east and north, west not beyond east; nil around none.
  static func union(_ boxes: [[Double]]) -> [Double]? {
    guard let first = boxes.first else { return nil }
    return boxes.reduce(first) { [min($0[0], $1[0]), min($0[1], $1[1]), max($0[2], $1[2]), max($0[3], $1[3])] }
  }
}
