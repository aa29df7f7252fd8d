import Foundation
import OvertileBundleFormat
import OvertileDigests
import OvertileTileArchive

/// Whether a manifest is complete and consistent.
struct ManifestCheck {
  private let manifest: BundleManifest
  private let location = Location(BundleManifest.fileName)

  /// Prepares the check of a manifest.
  init(_ manifest: BundleManifest) { self.manifest = manifest }

  /// Compares the bytes with those of the content, and with the digest.
  func run(bytes: Data, into findings: inout Findings) throws {
    let canonical = try manifest.encoded()
    if canonical != bytes {
      let first = zip(canonical, bytes).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      findings.add(
        .manifestForm, location,
        "from byte \(first ?? min(canonical.count, bytes.count)) its text is not the normal form of its content; "
          + "somebody edited it, or a later version wrote it")
    }
    if let digest = manifest.digest {
      findings.expect(
        digest, StatedDigest.bytes(try manifest.digestedBytes()), .manifestDigest, location,
        "something in the manifest has changed since it was written")
    }
    checkHeader(&findings)
    for layer in manifest.layers { check(layer, &findings) }
    checkFiles(&findings)
  }

  private func checkHeader(_ findings: inout Findings) {
    let tiles = manifest.tiles
    if let layout = tiles.tileLayout {
      findings.expect(
        manifest.formatVersion, layout.formatVersion, .manifestValue, location,
        "the format's version is not that of the layout \(tiles.layout)")
    }
    expect(tiles.tileLayout != nil, "the layout \"\(tiles.layout)\" is unknown", &findings)
    expect(tiles.tileContainer != nil, "the container \"\(tiles.container)\" is unknown", &findings)
    expect(tiles.tileEncoding != nil, "the encoding \"\(tiles.encoding)\" is unknown", &findings)
    expect((1...65_536).contains(tiles.extent), "the extent is \(tiles.extent)", &findings)
    expect(
      (0...65_536).contains(tiles.buffer) && tiles.buffer <= tiles.extent, "the buffer is \(tiles.buffer)", &findings)
    let layers = manifest.layers
    findings.expect(
      manifest.minzoom, layers.map(\.minzoom).min() ?? 0, .manifestValue, location,
      "the lowest zoom is not the layers' lowest")
    findings.expect(
      manifest.maxzoom, layers.map(\.maxzoom).max() ?? 0, .manifestValue, location,
      "the highest zoom is not the layers' highest")
    expect(Set(layers.map(\.id)).count == layers.count, "two layers have the same name", &findings)
    let boxes = layers.compactMap(\.bounds).filter { $0.count == 4 }
    let union = boxes.first.map { first in
      boxes.reduce(first) { a, b in [min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])] }
    }
    findings.expect(manifest.bounds, union, .manifestValue, location, "the bounds are not those of all layers")
  }

  private func check(_ layer: BundleManifest.Layer, _ findings: inout Findings) {
    var location = location
    location.layer = layer.id
    func expect(_ holds: Bool, _ message: String) {
      if !holds { findings.add(.manifestValue, location, message) }
    }
    expect(layer.layerKind != nil, "the kind \"\(layer.kind)\" is unknown")
    let isPossible = layer.minzoom >= 0 && layer.minzoom <= layer.maxzoom && layer.maxzoom <= 31
    expect(isPossible, "its zooms are not 0 to 31")
    if isPossible {
      findings.expect(
        layer.zooms.map(\.zoom), Array(layer.minzoom...layer.maxzoom), .manifestValue, location,
        "its counts do not list each of its zooms once")
    }
    for (name, type) in layer.fields where FieldType(rawValue: type) == nil {
      expect(false, "the field \"\(name)\" has the type \"\(type)\"")
    }
    if let box = layer.bounds { expect(Self.isBox(box), "its bounds are not west, south, east, north: \(box)") }
    for counts in layer.zooms {
      let numbers = [counts.overlays, counts.points, counts.hidden, counts.entries]
      expect(numbers.allSatisfy { $0 >= 0 }, "zoom \(counts.zoom) has a count below 0")
    }
    expect(layer.pulse == nil || layer.layerKind == .circle, "only circles pulse")
    if let pulse = layer.pulse {
      expect(pulse.scale.count == 2 && pulse.opacity.count == 2, "its pulse has no start or end")
    }
  }

  private func checkFiles(_ findings: inout Findings) {
    let files = manifest.files
    let isAscending = zip(files, files.dropFirst()).allSatisfy { $0.path < $1.path }
    expect(isAscending, "the files are not in the order of their paths, or one is listed twice", &findings)
    for file in files {
      expect(Self.isPlain(file.path), "the path \"\(file.path)\" leaves the bundle", &findings)
      expect(SHA256.isText(file.sha256), "the digest of \(file.path) is not SHA-256 in hexadecimal", &findings)
      switch file.fileRole {
      case .tiles: checkTiles(file, &findings)
      case .members:
        let layer = manifest.layers.first { $0.id == file.layer }
        expect(layer?.layerKind == .cluster, "\(file.path) belongs to no cluster layer", &findings)
      case nil: expect(false, "\(file.path) has the role \"\(file.role)\"", &findings)
      }
    }
    checkZooms(&findings)
  }

  private func checkTiles(_ file: BundleManifest.File, _ findings: inout Findings) {
    expect(file.minzoom != nil && file.maxzoom != nil, "\(file.path) does not state its zooms", &findings)
    expect(
      (file.minzoom ?? 0) <= (file.maxzoom ?? 0), "the lowest zoom of \(file.path) is above its highest", &findings)
    let layer = manifest.layers.first { $0.id == file.layer }
    if manifest.tiles.tileLayout == .perLayer {
      expect(layer != nil, "\(file.path) holds the tiles of no layer", &findings)
      let hasOwnZooms = layer.map { $0.minzoom == file.minzoom && $0.maxzoom == file.maxzoom } ?? true
      expect(hasOwnZooms, "the zooms of \(file.path) are not its layer's", &findings)
    } else {
      expect(file.layer == nil, "\(file.path) names a layer, and holds all of them", &findings)
    }
    expect(file.storedForm != nil, "\(file.path) does not state its compression", &findings)
    expect(file.tiles != nil && file.contents != nil, "\(file.path) does not count its tiles", &findings)
  }

  /// Every zoom of a layer is in one file of tiles.
  private func checkZooms(_ findings: inout Findings) {
    let files = manifest.tileFiles.compactMap { file -> (zooms: ClosedRange<Int>, layer: String?)? in
      guard let low = file.minzoom, let high = file.maxzoom, low <= high else { return nil }
      return (low...high, file.layer)
    }
    for layer in manifest.layers where layer.minzoom <= layer.maxzoom && layer.maxzoom <= 31 && layer.minzoom >= 0 {
      for zoom in layer.minzoom...layer.maxzoom {
        let count = files.count { $0.zooms.contains(zoom) && ($0.layer ?? layer.id) == layer.id }
        expect(
          count == 1, "zoom \(zoom) of the layer \"\(layer.id)\" is in \(count) files instead of one", &findings)
      }
    }
  }

  private func expect(_ holds: Bool, _ message: @autoclosure () -> String, _ findings: inout Findings) {
    if !holds { findings.add(.manifestValue, location, message()) }
  }

  static func isBox(_ box: [Double]) -> Bool {
    box.count == 4 && box[0] <= box[2] && box[1] <= box[3] && box[0] >= -180 && box[2] <= 180 && box[1] >= -90
      && box[3] <= 90
  }

  /// Whether a path stays in its folder.
  static func isPlain(_ path: String) -> Bool { BundlePath.isSafe(path) }
}
