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

  /// The codes after a change of the archive.
  private func codes(_ change: (inout RawArchive) throws -> Void) throws -> Set<FindingCode> {
    var archive = try RawArchive(path: scenario.url(Self.file).path)
    try change(&archive)
    try scenario.replace(Self.file, archive.bytes)
    try scenario.reseal { manifest in
      for index in manifest.files.indices where manifest.files[index].path == Self.file {
        manifest.files[index].tiles = archive.tiles.count
        manifest.files[index].contents = Set(archive.tiles.map(\.bytes)).count
      }
    }
    return try scenario.codes()
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

  @Test func anOverlayIsGoneFromOneOfItsTiles() throws {
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
  }

  @Test func aMarkerMoves() throws {
    let codes = try codes { archive in
      try archive.changeFeature(of: "points") { feature, _, _ in
        feature.geometry[1] ^= 64
        return true
      }
    }
    #expect(codes.contains(.membersTiles))
  }

  @Test func anIdIsGoneOrTwice() throws {
    #expect(
      try codes {
        try $0.changeFeature(of: "points") { feature, _, _ in
          feature.id = nil
          return true
        }
      }
      .contains(.tileID))
    #expect(
      try codes { archive in
        try archive.changeTile { message, _ in
          guard let index = message.layers.firstIndex(where: { $0.name == "areas" }) else { return false }
          message.layers[index].features.append(message.layers[index].features[0])
          return true
        }
      }.contains(.tileID))
  }

  @Test func aLayerBreaksARule() throws {
    let changes: [(inout MessageTile.Layer) -> Void] = [
      { $0.keys.append("unused") }, { $0.values.append($0.values[0]) }, { $0.version = 1 }, { $0.extent = nil },
      { $0.features = [] }, { $0.extent = 8192 },
    ]
    for (number, change) in changes.enumerated() {
      let codes = try codes { archive in
        try archive.changeTile { message, _ in
          change(&message.layers[0])
          return true
        }
      }
      #expect(codes.contains(.tileRule), "change \(number)")
    }
  }

  @Test func aLayerShouldNotBeThere() throws {
    let codes = try codes { archive in
      try archive.changeTile { message, _ in
        message.layers[0].name = "unknown"
        return true
      }
    }
    #expect(codes.contains(.tileLayer))
  }

  @Test func aPolygonIsWrong() throws {
    let codes = try codes { archive in
      try archive.changeFeature(of: "areas") { feature, _, _ in
        // A bow tie whose larger half turns the right way.
        feature.geometry = [9, 20, 20, 26, 2000, 0, 1999, 400, 0, 600, 15]
        return true
      }
    }
    #expect(codes.contains(.tilePolygon))
    let outside = try self.codes { archive in
      try archive.changeFeature(of: "areas") { feature, _, _ in
        feature.geometry = [9, 20, 20, 18, 20_000, 0, 0, 20_000, 15]
        return true
      }
    }
    #expect(outside.contains(.tileGeometry))
  }

  @Test func aPropertyDiffersBetweenTiles() throws {
    let codes = try codes { archive in
      try archive.changeFeature(of: "areas") { feature, layer, tile in
        tile.z == 4 && layer.set("a", of: &feature) { $0.int? += 100 }
      }
    }
    #expect(codes.contains(.overlayDiffers))
  }

  @Test func aFieldIsOfAnotherType() throws {
    let codes = try codes { archive in
      try archive.changeFeature(of: "circles") { feature, layer, _ in
        layer.set("n", of: &feature) { $0 = MessageTile.Value(string: "seven") }
      }
    }
    #expect(codes.contains(.layerFields))
  }

  @Test func aClusterLies() throws {
    let points = try codes { archive in
      try archive.changeFeature(of: "points") { feature, layer, _ in
        layer.set("point_count", of: &feature) { $0.int? += 1 }
      }
    }
    #expect(points.isSuperset(of: [.layerConservation, .membersTiles]))
  }

  @Test(arguments: ["cluster_id", "expansion_zoom", "point_count_abbreviated", "bbox"])
  func aClusterPropertyIsWrong(key: String) throws {
    let codes = try codes { archive in
      try archive.changeFeature(of: "points") { feature, layer, _ in
        layer.set(key, of: &feature) { value in
          if value.int != nil { value.int? += 1 } else { value.string = key == "bbox" ? "[0,0,1,1]" : "9k" }
        }
      }
    }
    #expect(codes.contains(.overlayProperty) || codes.contains(.membersTiles))
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
