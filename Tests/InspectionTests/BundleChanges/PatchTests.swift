import Foundation
import TestSupport
import Testing

@testable import OvertileInspection

/// A patch makes one bundle from the other, byte for byte, whatever the edits and the container.
@Suite struct PatchTests {
  @Test(arguments: outputs, seeds(2)) func makesTheResultByteForByte(output: String, seed: UInt64) throws {
    let scratch = try Scratch()
    var features = EditedFeatures(seed: seed, count: 60)
    let base = try scratch.build(features, "a", output: output)
    features.edit(6)
    let result = try scratch.build(features, "b", output: output)
    let summary = try BundlePatch.make(from: base, to: result, at: scratch.path("p"))
    let outcome = try PatchApplication.run(patch: scratch.path("p"), base: base, target: scratch.url("c"))
    #expect(try scratch.files("b") == scratch.files("c"), "\(output), seed \(seed)")
    #expect(outcome.bytes == summary.resultBytes && !outcome.wasThere, "\(output), seed \(seed)")
    #expect(summary.patchBytes < summary.resultBytes, "\(output), seed \(seed)")
    // A second time: nothing to do.
    let again = try PatchApplication.run(patch: scratch.path("p"), base: base, target: scratch.url("c"))
    #expect(again.wasThere, "\(output), seed \(seed)")
    // The same two bundles give the same patch.
    _ = try BundlePatch.make(from: base, to: result, at: scratch.path("q"))
    #expect(try Data(contentsOf: scratch.url("p")) == Data(contentsOf: scratch.url("q")), "\(output), seed \(seed)")
  }

  @Test(arguments: seeds(3)) func manyEditsAndNone(seed: UInt64) throws {
    let scratch = try Scratch()
    var features = EditedFeatures(seed: seed, count: 50)
    let base = try scratch.build(features, "a")
    for (name, edits) in [("none", 0), ("one", 1), ("most", 200)] {
      features.edit(edits)
      let result = try scratch.build(features, name)
      _ = try BundlePatch.make(from: base, to: result, at: scratch.path("p"))
      // In place: the target is the base.
      try FileManager.default.copyItem(at: base, to: scratch.url("c"))
      let outcome = try PatchApplication.run(patch: scratch.path("p"), base: scratch.url("c"), target: scratch.url("c"))
      #expect(outcome.wasThere == (edits == 0), "seed \(seed), \(edits) edits")
      #expect(try scratch.files("c") == scratch.files(name), "seed \(seed), \(edits) edits")
      try FileManager.default.removeItem(at: scratch.url("c"))
    }
    #expect(try scratch.names().allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func fromOneContainerToAnother() throws {
    let scratch = try Scratch()
    var features = EditedFeatures(seed: 3, count: 40)
    let bundles = try outputs.enumerated().map { index, output in
      features.edit(3)
      return try scratch.build(features, "b\(index)", output: output)
    }
    for (base, result) in zip(bundles, bundles.dropFirst() + bundles.prefix(1)) {
      _ = try BundlePatch.make(from: base, to: result, at: scratch.path("p"))
      _ = try PatchApplication.run(patch: scratch.path("p"), base: base, target: scratch.url("c"))
      #expect(try scratch.files("c") == scratch.files(result.lastPathComponent))
    }
  }

  /// zstd's own program reads the frames, with the old file as `--patch-from`.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zstd"), "zstd is not installed"))
  func aFrameIsThatOfThePatchFromOfZstd() throws {
    let scratch = try Scratch()
    // An edit changes most bytes of a compressed tile, so the tiles are not.
    let output = "format: pmtiles, compression: none"
    var features = EditedFeatures(seed: 9, count: 2000)
    let base = try scratch.build(features, "a", output: output)
    features.edit(20)
    let result = try scratch.build(features, "b", output: output)
    let summary = try BundlePatch.make(from: base, to: result, at: scratch.path("p"))
    let patch = try PatchReader(scratch.path("p"))
    let bytes = try Data(contentsOf: scratch.url("p"))
    for entry in patch.index.files {
      guard let source = entry.source, let offset = entry.offset, let length = entry.length else { continue }
      try bytes[offset..<offset + length].write(to: scratch.url("frame"))
      let zstd = Process()
      zstd.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      zstd.arguments = [
        "zstd", "-d", "-q", "-f", "--long=30", "--patch-from=\(base.path)/\(source)", scratch.path("frame"), "-o",
        scratch.path("file"),
      ]
      try zstd.run()
      zstd.waitUntilExit()
      #expect(zstd.terminationStatus == 0, "\(entry.path)")
      #expect(try Data(contentsOf: scratch.url("file")) == Data(contentsOf: result.appendingPathComponent(entry.path)))
    }
    #expect(summary.patchBytes * 3 < summary.resultBytes)
  }

  @Test func unchangedFilesTakeNoBytes() throws {
    let scratch = try Scratch()
    let features = EditedFeatures(seed: 4, count: 300)
    let base = try scratch.build(features, "a")
    let summary = try BundlePatch.make(from: base, to: base, at: scratch.path("p"))
    #expect(summary.changed == 0 && summary.copied == 7 && summary.patchBytes < 4000)
  }
}
