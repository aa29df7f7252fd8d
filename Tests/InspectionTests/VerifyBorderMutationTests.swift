import OvertileBundleFormat
import Testing

@testable import OvertileInspection

/// Borders that two polygons share, damaged on one side in one tile; digests and counts fit.
@Suite struct VerifyBorderMutationTests {
  private static let file = "tiles.pmtiles"
  private static let seed: UInt64 = 17

  private func scenario(method: String = "coverage") throws -> VerifyScenario {
    let scenario = try VerifyScenario()
    try scenario.build(
      PlantedBorders.features(seed: Self.seed), layers: PlantedBorders.layer(method),
      output: "layout: single, compression: none")
    return scenario
  }

  /// The findings after a position was moved in one tile of a zoom: the first that so many polygons share, or a later one.
  private func findings(
    _ scenario: VerifyScenario, zoom: Int, by step: SIMD2<Int32>, sharing: Int, skipping count: Int = 0,
    _ change: (inout BundleManifest) -> Void = { _ in }
  ) throws -> VerificationReport {
    let copy = try scenario.copy()
    var archive = try RawArchive(path: copy.url(Self.file).path)
    var skipped = count
    try archive.changeTile { message, tile in
      try Int(tile.z) == zoom && PlantedBorders.move(by: step, sharing: sharing, skipping: &skipped, &message, tile)
    }
    try copy.replace(Self.file, archive.bytes)
    try copy.reseal(change)
    return try copy.verify()
  }

  @Test func aGapIsFoundAtEveryZoomButTheLast() throws {
    let scenario = try scenario()
    #expect(try scenario.codes() == [])
    for zoom in 1...3 {
      let report = try findings(scenario, zoom: zoom, by: [9, 5], sharing: 2)
      #expect(
        report.findings.map(\.code) == [.overlayBorder],
        "zoom \(zoom), seed \(Self.seed): \(VerifyScenario.text(report))")
      let zooms = Set(report.findings.flatMap(\.first).compactMap { $0.tile?.split(separator: "/").first })
      #expect(zooms.isSubset(of: ["\(zoom)"]), "\(VerifyScenario.text(report))")
    }
  }

  @Test func shapesThatWereSimplifiedOneByOneAreNotCompared() throws {
    let report = try findings(try scenario(method: "topology"), zoom: 3, by: [9, 5], sharing: 2)
    #expect(report.isSound, "\(VerifyScenario.text(report))")
    let old = try findings(try scenario(), zoom: 3, by: [9, 5], sharing: 2) { $0.layers[0].shape = nil }
    #expect(old.isSound, "\(VerifyScenario.text(old))")
  }
}
