import Foundation
import TestSupport
import Testing

@testable import OvertilePipeline
@testable import OvertileReading

/// A memory bound changes how a run works, and nothing of its results.
@Suite struct MemoryBoundTests {
  /// A size that the process of all tests, which is large, does not reach.
  private let wide = MemoryBound(bytes: 64 << 30)

  @Test(
    arguments: [
      ("0", 0), ("1", 1), ("1024", 1024), ("1K", 1024), ("3m", 3 << 20), ("2G", 2 << 30), ("1T", 1 << 40), ("", nil),
      ("G", nil), ("-1", nil), ("1.5G", nil), ("1 G", nil), ("1GB", nil), ("1e9", nil), ("٣M", nil), ("+1", nil),
      ("9999999999G", nil), ("99999999999999999999", nil),
    ] as [(String, Int?)])
  func sizesAreRead(text: String, bytes: Int?) { #expect(MemoryBound.bytes(of: text) == bytes) }

  @Test func smallBoundsServeNothing() {
    #expect(MemoryBound(bytes: MemoryBound.programBytes - 1) == nil)
    #expect(MemoryBound(bytes: MemoryBound.programBytes)?.bytes == MemoryBound.programBytes)
  }

  /// All three kinds of layers, ids of every kind, aggregates, zooms, members; spilled data come back unchanged.
  @Test(arguments: seeds(2)) func theBundleIsTheSame(seed: UInt64) throws {
    let scenario = try Scenario()
    try scenario.write(RandomFeatures(seed: seed, count: 300).texts.joined(separator: "\n"), to: "in.geojsonl")
    let yaml = """
      name: Bound
      sources: {s: {path: in.geojsonl, onInvalid: skip, maxRejected: 100%}}
      layers:
        points: {source: s, kind: cluster, zooms: 0-5, cluster: {members: full, nonPoints: label}}
        shapes: {source: s, kind: shape, zooms: 0-4, shape: {label: true}}
        circles: {source: s, kind: circle, zooms: 0-4, circle: {radius: 300km, draw: [center, ring]}}
      output: {path: out}
      """
    let free = try scenario.build(yaml)
    let (files, ledger) = (try scenario.bundleFiles(), scenario.ledgerBytes())
    #expect(files.count > 5 && free.memoryBoundBytes == nil, "seed \(seed)")
    let bound = try #require(wide)
    var options = BuildOptions()
    options.memory = bound
    let report = try PipelineBuild(scenario.configuration(yaml), options: options).run()
    #expect(try scenario.bundleFiles() == files && scenario.ledgerBytes() == ledger, "seed \(seed)")
    #expect(report.memoryBoundBytes == bound.bytes && report.peakMemoryBytes > 0)
  }

  @Test func whatDoesNotFitIsRejectedBeforeItIsBegun() throws {
    let watch = MemoryWatch(wide)
    try watch.expect(1 << 30, for: "little")
    #expect {
      try watch.expect(100 << 30, for: "much")
    } throws: { error in
      guard case PipelineError.unavailable(let text) = error else { return false }
      return text.contains("much needs 100 GiB") && text.contains("--memory to at least")
    }
    try MemoryWatch(nil).expect(.max, for: "anything")
  }

  /// Both a stage that never asks and one that does are guarded.
  @Test func theGuardSeesWhatIsTaken() throws {
    let bound = try #require(MemoryBound(bytes: MemoryBound.programBytes))
    let block = UnsafeMutableRawPointer.allocate(byteCount: bound.bytes + MemoryBound.programBytes, alignment: 4096)
    defer { block.deallocate() }
    memset(block, 1, bound.bytes + MemoryBound.programBytes)
    let cut = DispatchSemaphore(value: 0)
    let watch = MemoryWatch(bound)
    try watch.begin { _ in cut.signal() }
    defer { watch.rest() }
    #expect(cut.wait(timeout: .now() + 10) == .success)
    #expect(throws: PipelineError.self) { try watch.check() }
  }
}
