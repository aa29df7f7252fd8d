import Foundation
import MapMath
import OvertileVectorTile
import TestSupport
import Testing

@testable import OverlayBundle

/// The cache keeps its bound, shares reads, and lets cancelled tasks go.
@Suite struct CacheTests {
  @Test func keepsWhatWasUsedLast() {
    for seed in seeds(30) {
      var random = SeededRandom(seed: seed)
      let limit = Int.random(in: 0...40, using: &random)
      var values = RecentValues<Int, Int>(limit: limit)
      // The plain list with the same content: newest last.
      var model: [(key: Int, value: Int, cost: Int)] = []
      var faults = 0
      for step in 0..<400 {
        let key = Int.random(in: 0..<12, using: &random)
        let place = model.firstIndex { $0.key == key }
        if Bool.random(using: &random) {
          if values.value(key) != place.map({ model[$0].value }) { faults += 1 }
          if let place { model.append(model.remove(at: place)) }
        } else {
          let cost = Int.random(in: 0...15, using: &random)
          values.insert(step, for: key, cost: cost)
          if let place { model.remove(at: place) }
          if cost <= limit { model.append((key, step, cost)) }
          while model.reduce(0, { $0 + $1.cost }) > limit { model.removeFirst() }
        }
        if values.cost != model.reduce(0, { $0 + $1.cost }) || values.cost > limit { faults += 1 }
      }
      #expect(faults == 0, "seed \(seed)")
    }
  }

  @Test(arguments: [0, 5000, 60_000, 10_000_000]) func theBoundHoldsWhateverIsAsked(limit: Int) async throws {
    let built = try BuiltBundle(points: 60)
    let expected = try built.plainTiles().mapValues { try TileDecoder.decode($0) }
    var limits = BundleLimits()
    limits.cacheBytes = limit
    let bundle = try await BundleReader(folder: built.url, limits: limits)
    for seed in seeds(3) {
      let faults = try await withThrowingTaskGroup(of: Int.self) { group in
        for worker in 0..<8 {
          group.addTask {
            var random = SeededRandom(seed: seed &* 100 &+ UInt64(worker))
            var faults = 0
            for _ in 0..<150 {
              let zoom = UInt8.random(in: 0...4, using: &random)
              let side = UInt32(1) << UInt32(zoom)
              let tile = TileID(
                uncheckedZ: zoom, x: .random(in: 0..<side, using: &random), y: .random(in: 0..<side, using: &random))
              if try await bundle.tile(tile) != expected[tile] { faults += 1 }
              let others = (0..<UInt32.random(in: 1...4, using: &random)).map {
                TileID(uncheckedZ: zoom, x: (tile.x + $0) % side, y: tile.y)
              }
              if try await bundle.tiles(others) != others.map({ expected[$0] }) { faults += 1 }
              if bundle.cache.bytes > limit { faults += 1 }
            }
            return faults
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(faults == 0, "seed \(seed)")
    }
    #expect((bundle.cache.bytes > 0) == (limit > 0))
    bundle.removeCachedValues()
    #expect(bundle.cache.bytes == 0)
  }

  @Test func tasksShareARead() async throws {
    let built = try BuiltBundle(Storage(format: "directory"), points: 60)
    let gate = GatedReader(FolderRangeReader(built.url))
    let bundle = try await BundleReader(reader: gate)
    gate.close()
    let tasks = (0..<10).map { _ in Task { try await bundle.tile(Self.world) } }
    await Self.until { gate.requestsAtGate == 1 && bundle.cache.waits(for: .tile(Self.world)) == 10 }
    for task in tasks[..<4] { task.cancel() }
    // They end while the read that the others wait for is still held at the gate.
    for task in tasks[..<4] { await #expect(throws: CancellationError.self) { try await task.value } }
    gate.open()
    let expected = try built.plainTiles()[Self.world].map { try TileDecoder.decode($0) }
    for task in tasks[4...] { #expect(try await task.value == expected) }
    #expect(gate.requestsAtGate == 1)
  }

  @Test func aReadThatNobodyWaitsForIsCancelled() async throws {
    let built = try BuiltBundle(Storage(format: "directory"), points: 60)
    let gate = GatedReader(FolderRangeReader(built.url))
    let bundle = try await BundleReader(reader: gate)
    gate.close()
    let tasks = (0..<3).map { _ in Task { try await bundle.tile(Self.world) } }
    await Self.until { gate.requestsAtGate == 1 && bundle.cache.waits(for: .tile(Self.world)) == 3 }
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    await Self.until { gate.cancelledReads == 1 }
    gate.open()
    #expect(try await bundle.tile(Self.world) != nil, "the next read is a new one")
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await bundle.tile(Self.world)
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test func errorsAreNotKept() async throws {
    let built = try BuiltBundle(Storage(format: "directory"), points: 60)
    let gate = GatedReader(FolderRangeReader(built.url))
    let bundle = try await BundleReader(reader: gate)
    gate.fail(true)
    await #expect(throws: GatedReader.Failure.self) { try await bundle.tile(Self.world) }
    gate.fail(false)
    #expect(try await bundle.tile(Self.world) != nil)
  }

  private static let world = TileID(uncheckedZ: 0, x: 0, y: 0)

  private static func until(_ condition: () -> Bool) async {
    while !condition() { try? await Task.sleep(nanoseconds: 1_000_000) }
  }
}

/// A reader whose reads can be held, and made to fail. The lock guards its state.
final class GatedReader: RangeReader, @unchecked Sendable {
  struct Failure: Error {}

  private let base: any RangeReader
  private let lock = NSLock()
  private var isOpen = true
  private var fails = false
  private var held = 0
  private var cancelled = 0

  init(_ base: any RangeReader) { self.base = base }

  /// The reads that are held at the closed gate.
  var requestsAtGate: Int { lock.withLock { held } }

  /// The reads that were cancelled there.
  var cancelledReads: Int { lock.withLock { cancelled } }

  func close() { lock.withLock { isOpen = false } }

  func open() { lock.withLock { isOpen = true } }

  func fail(_ value: Bool) { lock.withLock { fails = value } }

  func bytes(of path: String, in range: Range<UInt64>) async throws -> [UInt8]? {
    if lock.withLock({ fails }) { throw Failure() }
    let isHeld = lock.withLock { () -> Bool in
      if !isOpen { held += 1 }
      return !isOpen
    }
    while isHeld, !lock.withLock({ isOpen }) {
      do {
        try await Task.sleep(nanoseconds: 1_000_000)
      } catch {
        lock.withLock { cancelled += 1 }
        throw error
      }
    }
    return try await base.bytes(of: path, in: range)
  }
}
