import Foundation
import TestSupport
import Testing

@testable import OvertilePipeline

/// A memory bound changes how a run works, and nothing of its results.
@Suite struct MemoryBoundTests {
  /// A size that the process of all tests, which is large, does not reach.
  private let wide = MemoryBound(bytes: 64 << 30)

  @Test(arguments: [
    ("0", 0), ("1", 1), ("1024", 1024), ("1K", 1024), ("3m", 3 << 20), ("2G", 2 << 30), ("1T", 1 << 40),
  ])
  func sizesAreRead(text: String, bytes: Int) {
    #expect(MemoryBound.bytes(of: text) == bytes)
  }

  @Test(arguments: ["", "G", "-1", "1.5G", "1 G", "1GB", "1e9", "٣M", "9999999999G", "99999999999999999999", "+1"])
  func otherTextsAreNoSizes(text: String) {
    #expect(MemoryBound.bytes(of: text) == nil)
  }

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
    #expect(try scenario.bundleFiles() == files, "seed \(seed)")
    #expect(scenario.ledgerBytes() == ledger, "seed \(seed)")
    #expect(report.memoryBoundBytes == bound.bytes && report.peakMemoryBytes > 0)
  }

  @Test func whatDoesNotFitIsRejectedBeforeItIsBegun() throws {
    let watch = MemoryWatch(wide)
    try watch.expect(1 << 30, for: "little")
    #expect {
      try watch.expect(100 << 30, for: "much")
    } throws: { error in
      guard case PipelineError.unavailable(let text) = error else { return false }
      return text.contains("much takes 100 GiB") && text.contains("--memory at least")
    }
    try MemoryWatch(nil).expect(.max, for: "anything")
  }

  /// This process uses more than the least bound only now and then, so memory is allocated first.
  @Test func aRunThatHasTakenTooMuchEnds() throws {
    let bound = try #require(MemoryBound(bytes: MemoryBound.programBytes))
    let size = 2 * bound.residentLimit
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
    defer { block.deallocate() }
    memset(block, 1, size)
    #expect(throws: PipelineError.self) { try MemoryWatch(bound).checkNow() }
    try MemoryWatch(nil).checkNow()
  }

  /// Both a stage that never asks and one that does are guarded.
  @Test func theGuardSeesWhatIsTaken() throws {
    let bound = try #require(MemoryBound(bytes: MemoryBound.programBytes))
    let block = UnsafeMutableRawPointer.allocate(byteCount: bound.residentLimit, alignment: 4096)
    defer { block.deallocate() }
    memset(block, 1, bound.residentLimit)
    let cut = DispatchSemaphore(value: 0)
    let watch = MemoryWatch(bound)
    try watch.begin { _ in cut.signal() }
    defer { watch.rest() }
    #expect(cut.wait(timeout: .now() + 10) == .success)
    #expect(throws: PipelineError.self) { try watch.check() }
  }

  /// Steps that do not fit together wait for each other, and one that never fits is rejected with what it needs.
  @Test func stepsReserveWhatTheyTake() throws {
    let bound = try #require(MemoryBound(bytes: 4 << 30))
    let watch = MemoryWatch(bound)
    let under = LockedCount()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      try? watch.reserving(2500 << 20, for: "a step") {
        under.enter()
        usleep(2000)
        under.leave()
      }
    }
    #expect(under.most == 1)
    #expect {
      try watch.reserving(500 << 30, for: "a large step") {}
    } throws: { "\($0)".contains("a large step takes 500 GiB") && "\($0)".contains("Give --memory at least") }
    #expect(try MemoryWatch(nil).reserving(.max, for: "") { 7 } == 7)
  }

  @Test func theFailureOfAFileIsThrown() throws {
    let watch = MemoryWatch(wide)
    watch.note(failure: PipelineError.inputOutput("the disk is full"))
    #expect(throws: PipelineError.self) { try watch.check() }
  }
}

/// The number of workers at the same time.
private final class LockedCount: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  private(set) var most = 0

  func enter() {
    lock.withLock {
      count += 1
      most = max(most, count)
    }
  }

  func leave() { lock.withLock { count -= 1 } }
}
