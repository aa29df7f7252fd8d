import Foundation
import MapMath
import OvertileBundleFormat
import TestSupport
import Testing

@testable import OvertileInspection
@testable import OvertileTileArchive
@testable import OvertileVectorTile

/// Every single byte of every file of a bundle, changed: verification finds it, and readers fail only with an error.
@Suite struct VerifyEveryByteTests {
  private let scenario: VerifyScenario
  /// Each byte is changed in one of these ways, by turns, so that every byte is changed once.
  private static let masks: [UInt8] = [0x01, 0x80, 0xFF]

  init() throws {
    scenario = try VerifyScenario()
    let features = [(1.0, 2.0), (1.1, 2.1), (100.0, -40.0)].enumerated().map { index, location in
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(location.0),\#(location.1)]},"properties":{"n":\#(index)}}"#
    }
    try scenario.build(features, layers: "  p: {source: in, kind: cluster, zooms: 0-1}", output: "layout: single")
  }

  @Test(arguments: masks) func isFound(mask: UInt8) throws {
    let copy = try scenario.copy()
    for name in try Folder.files(below: copy.bundle.path).sorted() {
      let intact = try copy.bytes(name)
      let uncovered = name == BundleManifest.fileName ? Self.software(intact) : 0..<0
      var missed: [Int] = []
      for index in intact.indices where Self.masks[index % 3] == mask && !uncovered.contains(index) {
        var bytes = intact
        bytes[index] ^= mask
        try copy.replace(name, bytes)
        if try verify(copy).isSound { missed.append(index) }
      }
      #expect(missed.isEmpty, "\(name): bytes \(missed)")
      try copy.replace(name, intact)
    }
    #expect(try verify(copy).isSound)
  }

  /// The lines of a manifest's `software`: versions by name, which no digest covers.
  private static func software(_ manifest: [UInt8]) -> Range<Int> {
    let text = Data(manifest)
    guard let start = text.range(of: Data("\n  \"software\" : {\n".utf8)),
      let end = text.range(of: Data("\n  },\n".utf8), in: start.upperBound..<text.endIndex)
    else { return 0..<0 }
    return start.upperBound..<end.lowerBound
  }

  /// With digests that fit the damage only the structure can show it; whatever it shows, nothing traps.
  @Test(arguments: masks) func withMatchingDigests(mask: UInt8) throws {
    let copy = try scenario.copy()
    for name in try Folder.files(below: copy.bundle.path).sorted() where name != BundleManifest.fileName {
      let intact = try copy.bytes(name)
      var found = 0
      for index in intact.indices where Self.masks[index % 3] == mask {
        try copy.change(name) { $0[index] ^= mask }
        if try !verify(copy).isSound { found += 1 }
        try copy.replace(name, intact)
      }
      #expect(found * 6 > intact.count, "\(name): \(found) of \(intact.count)")
    }
  }

  @Test func readersSurvive() throws {
    let copy = try scenario.copy()
    for name in try Folder.files(below: copy.bundle.path).sorted() {
      let intact = try copy.bytes(name)
      for index in intact.indices {
        var bytes = intact
        bytes[index] ^= Self.masks[index % 3]
        try copy.replace(name, bytes)
        read(copy, name)
      }
      try copy.replace(name, intact)
    }
  }

  private func verify(_ scenario: VerifyScenario) throws -> VerificationReport {
    var verification = Verification(path: scenario.bundle.path)
    verification.threads = 1
    verification.examples = 1
    return try verification.run()
  }

  /// Reads a file with the reader that is for it; errors are fine.
  private func read(_ scenario: VerifyScenario, _ name: String) {
    let path = scenario.url(name).path
    if name == BundleManifest.fileName {
      _ = try? BundleManifest(bundle: scenario.bundle)
    } else if name.hasSuffix(".pmtiles") {
      guard let reader = try? PMTilesReader(path: path) else { return }
      _ = try? reader.metadataJSON()
      var tiles = 0
      try? reader.forEachEntry { entry in
        tiles += 1
        let stored = try reader.blob(entry)
        _ = try TileDecoder.decode((try? Gunzip.decompress(stored)) ?? stored)
      }
      _ = try? reader.plainTile(TileID(uncheckedZ: 1, x: 0, y: 0))
    } else if let reader = try? MembersReader(contentsOf: scenario.url(name)) {
      for index in 0..<min(reader.clusterCount, 50) {
        guard let record = try? reader.record(at: index) else { continue }
        _ = try? record.children.map { try reader.child(at: $0) }
        _ = try? record.leaves.prefix(50).map { try reader.leaf(at: $0) }
      }
    }
  }
}
