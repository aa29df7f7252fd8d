import Foundation
import OvertileFeatures
import TestSupport
import Testing

@testable import OvertilePipeline

/// Long values in a file are the same values as in memory.
@Suite final class ValueSpoolTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private let watch = MemoryWatch(MemoryBound(bytes: MemoryBound.programBytes))

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    watch.spill(into: folder)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func value(_ random: inout SeededRandom) -> PropertyValue {
    let text =
      String(repeating: ["a", "b", "é"].randomElement(using: &random)!, count: .random(in: 0...60, using: &random))
      + String(Int.random(in: 0...300, using: &random))
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: .int(Int64(text.utf8.count))
    case 1: .json("[\"\(text)\"]")
    default: .string(text)
    }
  }

  @Test func tablesAreEqual() throws {
    for seed in seeds(4) {
      var random = SeededRandom(seed: seed)
      var plain = ValueTable()
      var stored = ValueTable(longPayloads: try watch.valueSpool())
      for _ in 0..<20 {
        var batch = ValueTable()
        for _ in 0..<500 { _ = batch.intern(Self.value(&random)) }
        #expect(plain.merge(batch) == stored.merge(batch), "seed \(seed)")
      }
      #expect(stored.payloadByteCount < plain.payloadByteCount, "seed \(seed): less is in memory")
      for index in 0..<UInt32(plain.count) {
        #expect(plain.value(index) == stored.value(index) && plain.hash(index) == stored.hash(index), "seed \(seed)")
        #expect(plain.kind(index) == stored.kind(index), "seed \(seed)")
        #expect(plain.payloadByteCount(index) == stored.payloadByteCount(index), "seed \(seed)")
      }
    }
    try watch.check()
  }

  /// However few texts may be held at once.
  @Test(arguments: [0, 500, 5000, Int.max]) func textsAreOrdered(heldBytes: Int) throws {
    for seed in seeds(3) {
      var random = SeededRandom(seed: seed)
      var table = ValueTable(longPayloads: try watch.valueSpool())
      for _ in 0..<400 { _ = table.intern(Self.value(&random)) }
      let values = Array(0..<UInt32(table.count)).shuffled(using: &random)
      let expected = values.map { table.json($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let order = TextOrder(table, heldBytes: heldBytes).sorted(values)
      #expect(order.map { table.json($0) } == expected && Set(order) == Set(values), "seed \(seed)")
    }
  }
}
