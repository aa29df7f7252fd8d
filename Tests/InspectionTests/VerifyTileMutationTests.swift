import Foundation
import MapMath
import OvertileBundleFormat
import Testing

@testable import OvertileInspection
@testable import OvertileVectorTile
@testable import TileMessages

/// Tiles that are wrong in one way, in a bundle whose digests and directories fit them.
@Suite struct VerifyTileMutationTests {
  private static let file = "tiles.pmtiles"
  private let scenario: VerifyScenario

  init() throws {
    scenario = try VerifyScenario()
    try scenario.build(
      VerifyScenario.features(), layers: VerifyScenario.layers, output: "layout: single, compression: none")
  }

  /// The codes after a change of the intact archive.
  private func codes(_ change: (inout RawArchive) throws -> Void) throws -> Set<FindingCode> {
    let copy = try scenario.copy()
    var archive = try RawArchive(path: copy.url(Self.file).path)
    try change(&archive)
    try copy.replace(Self.file, archive.bytes)
    try copy.reseal { manifest in
      for index in manifest.files.indices where manifest.files[index].path == Self.file {
        manifest.files[index].tiles = archive.tiles.count
        manifest.files[index].contents = Set(archive.tiles.map(\.bytes)).count
      }
    }
    return try copy.codes()
  }

  @Test func unchangedHolds() throws {
    #expect(try codes { _ in } == [])
  }

  @Test func aTileIsGone() throws {
    let codes = try codes { $0.tiles.removeLast() }
    #expect(codes.contains(.overlayMissing) || codes.contains(.membersTiles))
    #expect(codes.contains(.layerCounts))
  }

  @Test func aTileIsNone() throws {
    #expect(try codes { $0.tiles[5].bytes = [0x1A, 0x7F] }.contains(.tileUnreadable))
  }

  @Test func anOverlayIsGoneFromOneOfItsTilesOrTwiceInOne() throws {
    for layer in ["circles", "areas"] {
      let codes = try codes { archive in
        try archive.changeTile { message, tile in
          guard tile.z == 4, let index = message.layers.firstIndex(where: { $0.name == layer }),
            Set(message.layers[index].features.map(\.id)).count > 1
          else { return false }
          let id = message.layers[index].features[0].id
          message.layers[index].features.removeAll { $0.id == id }
          return true
        }
      }
      #expect(codes.contains(.overlayMissing), "\(layer)")
    }
    let twice = try codes { archive in
      try archive.changeTile { message, _ in
        guard let index = message.layers.firstIndex(where: { $0.name == "areas" }) else { return false }
        message.layers[index].features.append(message.layers[index].features[0])
        return true
      }
    }
    #expect(twice.contains(.tileID))
  }

  @Test func aLayerIsWrong() throws {
    let changes: [(FindingCode, (inout MessageTile.Layer) -> Void)] = [
      (.tileRule, { $0.keys.append("unused") }), (.tileRule, { $0.values.append($0.values[0]) }),
      (.tileRule, { $0.version = 1 }), (.tileRule, { $0.extent = nil }), (.tileRule, { $0.features = [] }),
      (.tileRule, { $0.extent = 8192 }), (.tileLayer, { $0.name = "unknown" }),
    ]
    for (number, (code, change)) in changes.enumerated() {
      let codes = try codes { archive in
        try archive.changeTile { message, _ in
          change(&message.layers[0])
          return true
        }
      }
      #expect(codes.contains(code), "change \(number): \(codes)")
    }
  }

  @Test func aFeatureIsWrong() throws {
    let changes: [(String, FindingCode, (inout MessageTile.Feature) -> Void)] = [
      ("points", .membersTiles, { $0.geometry[1] ^= 64 }), ("points", .tileID, { $0.id = nil }),
      // A bow tie whose larger half turns the right way.
      ("areas", .tilePolygon, { $0.geometry = [9, 20, 20, 26, 2000, 0, 1999, 400, 0, 600, 15] }),
      ("areas", .tileGeometry, { $0.geometry = [9, 20, 20, 18, 20_000, 0, 0, 20_000, 15] }),
    ]
    for (layer, code, change) in changes {
      let codes = try codes { archive in
        try archive.changeFeature(of: layer) { feature, _, _ in
          change(&feature)
          return true
        }
      }
      #expect(codes.contains(code), "\(codes)")
    }
  }

  @Test func aPropertyIsWrong() throws {
    #expect(try codes(of: "circles", "n") { $0 = MessageTile.Value(string: "seven") }.contains(.layerFields))
    #expect(try codes(of: "areas", "a", zoom: 4) { $0.int? += 100 }.contains(.overlayDiffers))
    let counts = try codes(of: "points", "point_count") { $0.int? += 1 }
    #expect(counts.isSuperset(of: [.layerConservation, .membersTiles]))
    for key in ["cluster_id", "expansion_zoom", "point_count_abbreviated", "bbox"] {
      let codes = try codes(of: "points", key) { value in
        if value.int != nil { value.int? += 1 } else { value.string = key == "bbox" ? "[0,0,1,1]" : "9k" }
      }
      #expect(codes.contains(.overlayProperty) || codes.contains(.membersTiles), "\(key): \(codes)")
    }
  }

  /// The codes after a change of the value of the first feature of a layer that has it.
  private func codes(
    of layer: String, _ key: String, zoom: UInt8? = nil, _ change: (inout MessageTile.Value) -> Void
  ) throws -> Set<FindingCode> {
    try codes { archive in
      try archive.changeFeature(of: layer) { feature, layer, tile in
        (zoom.map { tile.z == $0 } ?? true) && layer.set(key, of: &feature, to: change)
      }
    }
  }

  @Test func aCircleGrows() throws {
    let codes = try codes { archive in
      for index in archive.tiles.indices {
        var message = try MessageTile(archive.tiles[index].bytes)
        for layer in message.layers.indices where message.layers[layer].name == "circles" {
          for feature in message.layers[layer].features.indices {
            var changed = message.layers[layer].features[feature]
            _ = message.layers[layer].set("radius_m", of: &changed) { $0.double? *= 3 }
            message.layers[layer].features[feature] = changed
          }
        }
        archive.tiles[index].bytes = message.bytes
      }
    }
    #expect(codes.isSuperset(of: [.overlayMissing, .overlayProperty, .overlayRadius]))
  }
}
