import Foundation
import OvertileBundleFormat
import OvertileTileArchive

/// Whether a manifest that can be opened is in its normal form, has its digest, and agrees with itself.
struct ManifestCheck {
  private let manifest: BundleManifest
  private let location = Location(BundleManifest.fileName)

  /// Prepares the check of a manifest.
  init(_ manifest: BundleManifest) { self.manifest = manifest }

  /// Compares the bytes with those of the content, and with the digest.
  func run(bytes: Data, into findings: inout Findings) throws {
    if try manifest.encoded() != bytes {
      findings.add(
        .manifestForm, location,
        "the manifest is not in canonical form; it was edited or was written by a different version")
    }
    if let digest = manifest.digest {
      findings.expect(
        digest, try manifest.contentDigest(), .manifestDigest, location,
        "the manifest was changed after it was written")
    }
    checkHeader(&findings)
    for layer in manifest.layers { check(layer, &findings) }
    checkFiles(&findings)
  }

  private func checkHeader(_ findings: inout Findings) {
    let (tiles, layers) = (manifest.tiles, manifest.layers)
    if let layout = tiles.tileLayout {
      findings.expect(
        manifest.formatVersion, layout.formatVersion, .manifestValue, location,
        "the format version does not match the layout \(tiles.layout)")
    }
    expect(tiles.tileLayout != nil, "the layout \"\(tiles.layout)\" is unknown", &findings)
    expect(tiles.tileContainer != nil, "the container \"\(tiles.container)\" is unknown", &findings)
    findings.expect(
      manifest.minzoom, layers.map(\.minzoom).min() ?? 0, .manifestValue, location,
      "the minimum zoom differs from the lowest zoom of all layers")
    findings.expect(
      manifest.maxzoom, layers.map(\.maxzoom).max() ?? 0, .manifestValue, location,
      "the maximum zoom differs from the highest maximum zoom of any layer")
    let boxes = layers.compactMap(\.bounds)
    let union = boxes.first.map { first in
      boxes.reduce(first) { a, b in [min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])] }
    }
    findings.expect(
      manifest.bounds, union, .manifestValue, location, "the bounds differ from the combined bounds of all layers")
  }

  private func check(_ layer: BundleManifest.Layer, _ findings: inout Findings) {
    var location = location
    location.layer = layer.id
    func expect(_ holds: Bool, _ message: String) {
      if !holds { findings.add(.manifestValue, location, message) }
    }
    expect(layer.layerKind != nil, "the kind \"\(layer.kind)\" is unknown")
    findings.expect(
      layer.zooms.map(\.zoom), Array(layer.minzoom...layer.maxzoom), .manifestValue, location,
      "the layer's counts do not list each of its zooms exactly once")
    for (name, type) in layer.fields where FieldType(rawValue: type) == nil {
      expect(false, "the field \"\(name)\" has the unknown type \"\(type)\"")
    }
    expect(layer.pulse == nil || layer.layerKind == .circle, "only a circle layer can have a pulse")
  }

  private func checkFiles(_ findings: inout Findings) {
    let files = manifest.files
    let isAscending = zip(files, files.dropFirst()).allSatisfy { $0.path < $1.path }
    expect(isAscending, "the files are not sorted by path", &findings)
    for file in files {
      let layer = manifest.layers.first { $0.id == file.layer }
      switch file.fileRole {
      case .tiles: checkTiles(file, layer, &findings)
      case .members: expect(layer?.layerKind == .cluster, "\(file.path) does not belong to a cluster layer", &findings)
      case nil: expect(false, "\(file.path) has the unknown role \"\(file.role)\"", &findings)
      }
    }
    let tileFiles = manifest.tileFiles
    for layer in manifest.layers {
      for zoom in layer.minzoom...layer.maxzoom {
        let isThere = tileFiles.contains {
          ($0.layer ?? layer.id) == layer.id && ($0.minzoom ?? 0) <= zoom && zoom <= ($0.maxzoom ?? 31)
        }
        expect(isThere, "no file contains zoom \(zoom) of the layer \"\(layer.id)\"", &findings)
      }
    }
  }

  private func checkTiles(
    _ file: BundleManifest.File, _ layer: BundleManifest.Layer?, _ findings: inout Findings
  ) {
    if manifest.tiles.tileLayout == .perLayer {
      expect(layer != nil, "\(file.path) does not belong to any layer", &findings)
      let hasOwnZooms = layer.map { $0.minzoom == file.minzoom && $0.maxzoom == file.maxzoom } ?? true
      expect(hasOwnZooms, "the zooms of \(file.path) differ from those of its layer", &findings)
    } else {
      expect(
        file.layer == nil, "the entry for \(file.path) names one layer, but the file contains all layers", &findings)
    }
    expect(file.storedForm != nil, "the entry for \(file.path) does not specify its compression", &findings)
    expect(
      file.tiles != nil && file.contents != nil, "the entry for \(file.path) does not specify its number of tiles",
      &findings)
  }

  private func expect(_ holds: Bool, _ message: @autoclosure () -> String, _ findings: inout Findings) {
    if !holds { findings.add(.manifestValue, location, message()) }
  }
}
