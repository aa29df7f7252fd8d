import Foundation
import OvertileBundleFormat
import Testing

@testable import OvertileInspection

/// Manifests and files that are wrong in one way.
@Suite struct VerifyManifestMutationTests {
  private let scenario: VerifyScenario

  init() throws {
    scenario = try VerifyScenario()
    try scenario.build(VerifyScenario.features(), layers: VerifyScenario.layers)
  }

  @Test func textsAreProtected() throws {
    let text = String(decoding: try scenario.bytes(BundleManifest.fileName), as: UTF8.self)
    try scenario.replace(BundleManifest.fileName, Array(text.replacingOccurrences(of: "Test", with: "Text").utf8))
    #expect(try scenario.codes().contains(.manifestDigest))
    try scenario.replace(BundleManifest.fileName, Array(text.replacingOccurrences(of: " : ", with: ": ").utf8))
    #expect(try scenario.codes() == [.manifestForm])
    try scenario.replace(
      BundleManifest.fileName, Array(("{\n  \"a\" : 1," + text.dropFirst()).utf8))
    #expect(try scenario.codes().contains(.manifestForm))
    try scenario.replace(BundleManifest.fileName, Array("{}".utf8))
    #expect(try scenario.codes() == [.manifestUnreadable])
  }

  @Test func values() throws {
    let changes: [(FindingCode, (inout BundleManifest) -> Void)] = [
      (.manifestValue, { $0.bounds?[0] += 1 }), (.manifestValue, { $0.maxzoom = 9 }),
      (.manifestValue, { $0.files.swapAt(0, 1) }), (.manifestValue, { $0.tiles.container = "zip" }),
      (.manifestValue, { $0.layers[0].kind = "blob" }), (.manifestValue, { $0.files[0].role = "map" }),
      (.manifestValue, { $0.layers[0].zooms.removeLast() }), (.manifestUnreadable, { $0.tiles.extent = 0 }),
      (.layerFields, { $0.layers[0].fields["n"] = "Boolean" }), (.layerFields, { $0.layers[0].fields["name"] = nil }),
      (.layerFields, { $0.layers[2].fields["more"] = "String" }),
      (.layerCounts, { $0.layers[0].zooms[1].entries += 1 }), (.layerCounts, { $0.layers[0].zooms[1].overlays += 1 }),
      (.layerCounts, { $0.layers[1].zooms[1].overlays -= 1 }), (.layerCounts, { $0.layers[2].zooms[1].hidden += 1 }),
      (.layerConservation, { $0.layers[0].zooms[1].points += 1 }),
      (.layerConservation, { $0.layers[0].features = 1000 }),
      (.layerBounds, { $0.layers[0].bounds?[3] += 1 }), (.layerBounds, { $0.layers[2].bounds?[0] += 9 }),
      (.archiveCount, { $0.files[1].tiles? += 1 }), (.archiveCount, { $0.files[1].contents? += 1 }),
      (.archiveCompression, { $0.files[1].compression = "gzip" }),
      (.overlayMissing, { $0.layers[1].pulse?.scale = [1, 3] }), (.overlayMissing, { $0.tiles.buffer = 2000 }),
    ]
    for (number, (code, change)) in changes.enumerated() {
      let copy = try scenario.copy()
      try copy.reseal(change)
      let report = try copy.verify()
      let isFound = report.findings.contains { $0.code == code }
      #expect(isFound, "change \(number), \(code): \(VerifyScenario.text(report))")
    }
  }

  @Test(arguments: [0, 1, 2]) func extents(layer: Int) throws {
    let extent = try #require(try BundleManifest(bundle: scenario.bundle).layers[layer].extent)
    func codes(_ change: (inout [Double]) -> Void) throws -> Set<FindingCode> {
      var changed = extent
      change(&changed)
      let copy = try scenario.copy()
      try copy.reseal { $0.layers[layer].extent = changed }
      return try copy.codes()
    }
    // Where the layer reaches farthest of all, the center of the archive moves with its extent.
    func finds(_ change: (inout [Double]) -> Void) throws -> Bool {
      let codes = try codes(change)
      return codes.contains(.layerBounds) && codes.isSubset(of: [.layerBounds, .archiveBounds])
    }
    #expect(try codes { _ in } == [])
    for side in 0..<4 {
      for degrees in [-0.01, 0.01] { #expect(try finds { $0[side] += degrees }, "side \(side)") }
    }
    #expect(try codes { $0.swapAt(1, 3) } == [.manifestUnreadable] && finds { $0.swapAt(0, 2) })
    // That the extent of shapes is the least is not checked.
    #expect(try finds { ($0[0], $0[2]) = (-180, 180) } == (layer != 2))
    #expect(try codes { $0.removeLast() } == [.manifestUnreadable])
  }

  @Test func files() throws {
    let copy = try scenario.copy()
    try copy.replace("more.txt", [1])
    #expect(try copy.codes() == [.fileUnlisted])
    try FileManager.default.removeItem(at: copy.url("more.txt"))
    try FileManager.default.removeItem(at: copy.url("z01.pmtiles"))
    #expect(try copy.codes().isSuperset(of: [.fileMissing, .layerCounts]))
    try copy.replace("z01.pmtiles", [1, 2])
    #expect(try copy.codes().isSuperset(of: [.fileSize, .archiveUnreadable]))
  }

  /// What no reader opens is one finding.
  @Test func impossibleValues() throws {
    let changes: [(inout BundleManifest) -> Void] = [
      { $0.maxzoom = -4 }, { $0.layers[1].minzoom = -1 }, { $0.bounds = [1, 2, 3] }, { $0.layers[0].bounds?[3] = 91 },
      { $0.files[1].maxzoom = 40 }, { $0.files[0].path = "../x" },
      { $0.layers[1].pulse?.scale = [1] }, { $0.layers[2].shape?.tileSizePixels = 0 }, { $0.files[1].bytes = -1 },
      { $0.layers[1].id = $0.layers[0].id }, { $0.layers[0].zooms[0].overlays = -1 }, { $0.files[1].layer = "none" },
      { $0.tiles.encoding = "geojson" }, { $0.layers[0].camera?.camera.center = [] },
    ]
    for (number, change) in changes.enumerated() {
      let copy = try scenario.copy()
      try copy.reseal(change)
      #expect(try copy.codes() == [.manifestUnreadable], "change \(number)")
    }
  }

  @Test func findingsAreCountedAndKeptInPart() throws {
    let copy = try scenario.copy()
    try copy.reseal { $0.tiles.buffer = 2000 }
    var verification = Verification(path: copy.bundle.path)
    verification.examples = 2
    let group = try #require(try verification.run().findings.first { $0.code == .overlayMissing })
    #expect(group.count > 10 && group.first.count == 2)
    let finding = group.first[0]
    #expect(finding.tile != nil && finding.layer != nil && finding.feature != nil)
  }
}
