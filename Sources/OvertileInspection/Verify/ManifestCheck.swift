import Foundation
import OvertileBundleFormat
import OvertileTileArchive

/// Whether a manifest that can be opened is in its normal form, has its digest, and agrees with itself.
struct ManifestCheck {
  /// What does not hold.
  private(set) var findings: Findings
  private let manifest: BundleManifest
  private var location = Location(BundleManifest.fileName)

  /// Checks a manifest; compares its bytes with those of the content, and with the digest.
  init(_ manifest: BundleManifest, bytes: Data, findings: Findings) throws {
    (self.manifest, self.findings) = (manifest, findings.fresh)
    if try manifest.encoded() != bytes {
      self.findings.add(
        .manifestForm, location,
        "the manifest is not in canonical form; it was edited or was written by a different version")
    }
    if let digest = manifest.digest {
      self.findings.expect(
        digest, try manifest.contentDigest(), .manifestDigest, location,
        "the manifest was changed after it was written")
    }
    checkHeader()
    for layer in manifest.layers { check(layer) }
    checkFiles()
  }

  private mutating func checkHeader() {
    let (tiles, layers) = (manifest.tiles, manifest.layers)
    if let version = tiles.tileLayout?.formatVersion {
      expect(manifest.formatVersion, version, "the format version does not match the layout \(tiles.layout)")
    }
    require(tiles.tileLayout != nil, "the layout \"\(tiles.layout)\" is unknown")
    require(tiles.tileContainer != nil, "the container \"\(tiles.container)\" is unknown")
    let (low, high) = (layers.map(\.minzoom).min() ?? 0, layers.map(\.maxzoom).max() ?? 0)
    expect(manifest.minzoom, low, "the minimum zoom differs from the lowest minimum zoom of any layer")
    expect(manifest.maxzoom, high, "the maximum zoom differs from the highest maximum zoom of any layer")
    let union = DegreeBox.union(layers.compactMap(\.bounds))
    expect(manifest.bounds, union, "the bounds differ from the combined bounds of all layers")
  }

  private mutating func check(_ layer: BundleManifest.Layer) {
    location.layer = layer.id
    defer { location.layer = nil }
    require(layer.layerKind != nil, "the kind \"\(layer.kind)\" is unknown")
    expect(
      layer.zooms.map(\.zoom), Array(layer.minzoom...layer.maxzoom),
      "the layer's counts do not list each of its zooms exactly once")
    for (name, type) in layer.fields {
      require(FieldType(rawValue: type) != nil, "the field \"\(name)\" has the unknown type \"\(type)\"")
    }
    require(layer.pulse == nil || layer.layerKind == .circle, "only a circle layer can have a pulse")
  }

  private mutating func checkFiles() {
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
    let tileFiles = manifest.tileFiles
    for layer in manifest.layers {
      for zoom in layer.minzoom...layer.maxzoom {
        let isThere = tileFiles.contains {
          ($0.layer ?? layer.id) == layer.id && ($0.minzoom ?? 0) <= zoom && zoom <= ($0.maxzoom ?? 31)
        }
        require(isThere, "no file contains zoom \(zoom) of the layer \"\(layer.id)\"")
      }
    }
  }

  private mutating func checkTiles(_ file: BundleManifest.File, _ layer: BundleManifest.Layer?) {
    if manifest.tiles.tileLayout == .perLayer {
      require(layer != nil, "\(file.path) does not belong to any layer")
      let hasOwnZooms = layer.map { $0.minzoom == file.minzoom && $0.maxzoom == file.maxzoom } ?? true
      require(hasOwnZooms, "the zooms of \(file.path) differ from those of its layer")
    } else {
      require(file.layer == nil, "the entry for \(file.path) names one layer, but the file contains all layers")
    }
    require(file.storedForm != nil, "the entry for \(file.path) does not specify its compression")
    let isCounted = file.tiles != nil && file.contents != nil
    require(isCounted, "the entry for \(file.path) does not specify its number of tiles")
  }

  private mutating func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { findings.add(.manifestValue, location, message()) }
  }

  private mutating func expect<Value: Equatable & Sendable>(
    _ found: Value?, _ expected: Value?, _ message: @autoclosure () -> String
  ) {
    findings.expect(found, expected, .manifestValue, location, message())
  }
}

extension DegreeBox {
  /// The least box around some that have west, south, east and north, west not beyond east; nil around none.
  static func union(_ boxes: [[Double]]) -> [Double]? {
    guard let first = boxes.first else { return nil }
    return boxes.reduce(first) { [min($0[0], $1[0]), min($0[1], $1[1]), max($0[2], $1[2]), max($0[3], $1[3])] }
  }
}
