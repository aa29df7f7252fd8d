import Foundation
import MapMath
import OvertileBundleFormat
import OvertileTileArchive
import OvertileVectorTile
import TestSupport
import Testing

@testable import OvertileInspection

/// Diffs equal the result of brute force over all decoded tiles.
@Suite struct DiffTests {
  @Test(arguments: outputs, seeds(2)) func countsEqualBruteForce(output: String, seed: UInt64) throws {
    let scratch = try Scratch()
    var features = EditedFeatures(seed: seed, count: 50)
    let a = try scratch.build(features, "a", output: output)
    features.edit(Int(seed) * 3)
    let b = try scratch.build(features, "b", output: output)
    let same = try BundleComparison.diff(a, a)
    #expect(same.isSame && same.zooms == [] && same.members == [] && same.manifest == [], "\(output), seed \(seed)")
    let diff = try BundleComparison.diff(a, b)
    let expected = try BruteForceDiff(AllTiles(a), AllTiles(b))
    for zoom in 0...5 {
      let found = diff.zooms.first { $0.zoom == zoom }
      #expect(
        found?.tiles ?? BundleDiff.Counts() == expected.tiles(zoom: zoom), "\(output), seed \(seed), zoom \(zoom)")
      for layer in ["points", "circles", "discs"] {
        let counts = found?.layers.first { $0.layer == layer } ?? BundleDiff.Layer(layer: layer)
        let reference = try expected.layer(layer, zoom: zoom)
        #expect(counts == reference, "\(output), seed \(seed), zoom \(zoom)")
      }
    }
    try checkPoints(diff, a, b, seed: seed)
  }

  /// The layer grew by the added points minus the removed ones, at every zoom.
  private func checkPoints(_ diff: BundleDiff, _ a: URL, _ b: URL, seed: UInt64) throws {
    let (old, new) = (try BundleManifest(bundle: a), try BundleManifest(bundle: b))
    let grown = new.layers[0].features - old.layers[0].features
    for zoom in 0...5 {
      let layer = diff.zooms.first { $0.zoom == zoom }?.layers.first { $0.layer == "points" }
      #expect((layer?.pointsIn ?? 0) - (layer?.pointsOut ?? 0) == grown, "seed \(seed), zoom \(zoom)")
    }
    let points = diff.members.first?.points ?? BundleDiff.Counts()
    #expect(points.added - points.removed == grown, "seed \(seed)")
  }

  @Test(arguments: seeds(2)) func containersDoNotMatter(seed: UInt64) throws {
    let scratch = try Scratch()
    var features = EditedFeatures(seed: seed, count: 30)
    let same = try outputs.enumerated().map { try scratch.build(features, "a\($0)", output: $1) }
    features.edit(4)
    let changed = try scratch.build(features, "b", output: outputs[0])
    let reference = try BundleComparison.diff(same[0], changed)
    for other in same.dropFirst() {
      let diff = try BundleComparison.diff(same[0], other)
      #expect(diff.isSame, "seed \(seed): \(diff)")
    }
    for other in same[1..<5] {
      let diff = try BundleComparison.diff(other, changed)
      let (found, expected) = (diff.zooms.map(\.layers), reference.zooms.map(\.layers))
      #expect(found == expected && diff.members == reference.members, "seed \(seed)")
    }
  }

  @Test func fastIDsAreTheDecodersOwn() throws {
    let scratch = try Scratch()
    let tiles = try AllTiles(scratch.build(EditedFeatures(seed: 2, count: 40), "a"))
    #expect(tiles.plain.count > 20)
    for (_, bytes) in tiles.plain {
      var found: [OverlayKey] = []
      try FeatureIDs.forEach(bytes) { found.append(OverlayKey(layer: $0, id: $1)) }
      let expected = try TileDecoder.decode(bytes).layers.flatMap { layer in
        layer.features.map { OverlayKey(layer: layer.name, id: $0.id) }
      }
      #expect(found == expected)
    }
  }

  @Test func aMissingBundleIsSaid() throws {
    let scratch = try Scratch()
    let a = try scratch.build(EditedFeatures(seed: 2, count: 3), "a")
    #expect(Scratch.fault { _ = try BundleComparison.diff(a, scratch.url("none")) } == .missing)
    try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: a), .intact)
    try Data("damaged".utf8).write(to: scratch.url("a/z03.pmtiles"))
    try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: a), .rejected, "z03.pmtiles")
    try FileManager.default.copyItem(at: scratch.url("a"), to: scratch.url("c"))
    var manifest = try BundleManifest(bundle: scratch.url("c"))
    for index in manifest.files.indices { manifest.files[index].sha256 = String(repeating: "0", count: 64) }
    try manifest.encoded().write(to: scratch.url("c/bundle.json"))
    #expect(Scratch.fault { _ = try BundleComparison.diff(a, scratch.url("c")) } == .badData)
  }
}

/// All vector tiles of a bundle; the parts of several archives in the order of their paths.
struct AllTiles {
  private(set) var plain: [TileID: [UInt8]] = [:]

  init(_ bundle: URL) throws {
    for file in try BundleManifest(bundle: bundle).files where file.role == "tiles" {
      let archive = try TileArchives.open(path: bundle.appendingPathComponent(file.path).path)
      try archive.forEachTile { tile, bytes in plain[tile, default: []] += try archive.plain(bytes) }
    }
  }
}

/// The diff of two bundles' tiles by comparing everything.
struct BruteForceDiff {
  private struct Entry: Hashable {
    var tile: TileID
    var feature: DecodedFeature
  }

  private let a: AllTiles
  private let b: AllTiles

  init(_ a: AllTiles, _ b: AllTiles) { (self.a, self.b) = (a, b) }

  func tiles(zoom: Int) -> BundleDiff.Counts {
    var counts = BundleDiff.Counts()
    for tile in Set(a.plain.keys).union(b.plain.keys) where Int(tile.z) == zoom && a.plain[tile] != b.plain[tile] {
      if a.plain[tile] == nil {
        counts.added += 1
      } else if b.plain[tile] == nil {
        counts.removed += 1
      } else {
        counts.changed += 1
      }
    }
    return counts
  }

  func layer(_ name: String, zoom: Int) throws -> BundleDiff.Layer {
    let (old, new) = (try overlays(a, name, zoom: zoom), try overlays(b, name, zoom: zoom))
    var layer = BundleDiff.Layer(layer: name)
    for id in Set(old.keys).union(new.keys) where Set(old[id] ?? []) != Set(new[id] ?? []) {
      let (before, after) = (Set(old[id] ?? []), Set(new[id] ?? []))
      let isCluster = before.union(after).contains { $0.feature["cluster"] == .bool(true) }
      if before.isEmpty {
        layer.overlays.added += 1
        if isCluster { layer.clusters.added += 1 }
      } else if after.isEmpty {
        layer.overlays.removed += 1
        if isCluster { layer.clusters.removed += 1 }
      } else {
        layer.overlays.changed += 1
        if isCluster { layer.clusters.changed += 1 }
        how(before.subtracting(after), after.subtracting(before), &layer)
      }
      guard name == "points" else { continue }
      let points = { (entries: Set<Entry>) in
        entries.first.map { Int($0.feature["point_count"]?.number ?? 1) } ?? 0
      }
      let difference = points(after) - points(before)
      layer.pointsIn += max(0, difference)
      layer.pointsOut += max(0, -difference)
    }
    return layer
  }

  private func how(_ gone: Set<Entry>, _ come: Set<Entry>, _ layer: inout BundleDiff.Layer) {
    let properties = { (entries: Set<Entry>) in Set(entries.map { Set($0.feature.properties.map { "\($0)" }) }) }
    if !gone.isEmpty, !come.isEmpty, properties(gone) != properties(come) { layer.properties += 1 }
    let places = { (entries: Set<Entry>) in Set(entries.map { "\($0.tile) \($0.feature.geometry)" }) }
    guard places(gone) != places(come) else { return }
    let isPoint = gone.union(come).allSatisfy {
      $0.feature.geometry.kind == .points && $0.feature.geometry.x.count == 1
    }
    if isPoint { layer.positions += 1 } else { layer.geometries += 1 }
  }

  private func overlays(_ tiles: AllTiles, _ name: String, zoom: Int) throws -> [UInt64: [Entry]] {
    var found: [UInt64: [Entry]] = [:]
    for (tile, bytes) in tiles.plain where Int(tile.z) == zoom {
      for layer in try TileDecoder.decode(bytes).layers where layer.name == name {
        for feature in layer.features {
          found[feature.id ?? 0, default: []].append(Entry(tile: tile, feature: feature))
        }
      }
    }
    return found
  }
}
