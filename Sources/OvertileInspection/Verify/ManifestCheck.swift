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
        "its text is not the normal form of its content; somebody edited it, or another version wrote it")
    }
    if let digest = manifest.digest {
      findings.expect(
        digest, try manifest.contentDigest(), .manifestDigest, location,
        "something in the manifest has changed since it was written")
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
        "the format's version does not fit the layout \(tiles.layout)")
    }
    expect(tiles.tileLayout != nil, "the layout \"\(tiles.layout)\" is unknown", &findings)
    expect(tiles.tileContainer != nil, "the container \"\(tiles.container)\" is unknown", &findings)
    findings.expect(
      manifest.minzoom, layers.map(\.minzoom).min() ?? 0, .manifestValue, location,
      "the lowest zoom is not the layers' lowest")
    findings.expect(
      manifest.maxzoom, layers.map(\.maxzoom).max() ?? 0, .manifestValue, location,
      "the highest zoom is not the layers' highest")
    let boxes = layers.compactMap(\.bounds)
    let union = boxes.first.map { first in
      boxes.reduce(first) { a, b in [min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])] }
    }
    findings.expect(
      manifest.bounds, union, .manifestValue, location, "the bounds differ from those of all layers together")
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
      "its counts do not list each of its zooms once")
    for (name, type) in layer.fields where FieldType(rawValue: type) == nil {
      expect(false, "the field \"\(name)\" has the type \"\(type)\"")
    }
    expect(layer.pulse == nil || layer.layerKind == .circle, "only circles pulse")
  }

  private func checkFiles(_ findings: inout Findings) {
    let files = manifest.files
    let isAscending = zip(files, files.dropFirst()).allSatisfy { $0.path < $1.path }
    expect(isAscending, "the files are not in the order of their paths", &findings)
    for file in files {
      let layer = manifest.layers.first { $0.id == file.layer }
      switch file.fileRole {
      case .tiles: checkTiles(file, layer, &findings)
      case .members: expect(layer?.layerKind == .cluster, "\(file.path) belongs to no cluster layer", &findings)
      case nil: expect(false, "\(file.path) has the role \"\(file.role)\"", &findings)
      }
    }
    let tileFiles = manifest.tileFiles
    for layer in manifest.layers {
      for zoom in layer.minzoom...layer.maxzoom {
        let isThere = tileFiles.contains {
          ($0.layer ?? layer.id) == layer.id && ($0.minzoom ?? 0) <= zoom && zoom <= ($0.maxzoom ?? 31)
        }
        expect(isThere, "zoom \(zoom) of the layer \"\(layer.id)\" is in no file", &findings)
      }
    }
  }

  private func checkTiles(
    _ file: BundleManifest.File, _ layer: BundleManifest.Layer?, _ findings: inout Findings
  ) {
    if manifest.tiles.tileLayout == .perLayer {
      expect(layer != nil, "\(file.path) holds the tiles of no layer", &findings)
      let hasOwnZooms = layer.map { $0.minzoom == file.minzoom && $0.maxzoom == file.maxzoom } ?? true
      expect(hasOwnZooms, "the zooms of \(file.path) differ from those of its layer", &findings)
    } else {
      expect(file.layer == nil, "\(file.path) names a layer, but holds all of them", &findings)
    }
    expect(file.storedForm != nil, "\(file.path) does not state its compression", &findings)
    expect(file.tiles != nil && file.contents != nil, "\(file.path) does not count its tiles", &findings)
  }

  private func expect(_ holds: Bool, _ message: @autoclosure () -> String, _ findings: inout Findings) {
    if !holds { findings.add(.manifestValue, location, message()) }
  }
}
