import Foundation
import TestSupport
import Testing

@testable import OvertileCore

/// A column is an array, wherever its memory lies; those in files are told apart by the mappings of the process.
@Suite(.serialized) final class ColumnTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private var path: String { folder.appendingPathComponent("spool").path }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit {
    ColumnFiles.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Random changes of some columns that share memory, made to arrays as well.
  @Test(arguments: [false, true]) func columnsAreArrays(inFiles: Bool) throws {
    if inFiles { #expect(ColumnFiles.open(beside: path)) }
    // Large ones, so that they grow from the heap into files and in them.
    let scale = inFiles ? 200_000 : 50
    for seed in seeds(inFiles ? 3 : 40) {
      var random = SeededRandom(seed: seed)
      var columns = [Column<UInt32>(), [1, 2, 3]]
      var arrays: [[UInt32]] = [[], [1, 2, 3]]
      for _ in 0..<60 {
        let (index, value) = (Int.random(in: 0..<2, using: &random), UInt32.random(in: 0...9, using: &random))
        let more = (0..<UInt32(Int.random(in: 0...scale, using: &random))).map { $0 &* value }
        switch Int.random(in: 0..<7, using: &random) {
        case 0: (columns[index], arrays[index]) = (columns[1 - index], arrays[1 - index])
        case 1:
          columns[index].append(contentsOf: more)
          arrays[index].append(contentsOf: more)
        case 2:
          columns[index].append(value)
          arrays[index].append(value)
        case 3:
          columns[index].reserveCapacity(more.count)
        case 4:
          columns[index].withUnsafeMutableBufferPointer { for at in $0.indices { $0[at] &+= 1 } }
          for at in arrays[index].indices { arrays[index][at] &+= 1 }
        case 5 where !arrays[index].isEmpty:
          let at = Int.random(in: 0..<arrays[index].count, using: &random)
          (columns[index][at], arrays[index][at]) = (value, value)
        default:
          (columns[index], arrays[index]) = (columns[index].map { $0 / 2 }, arrays[index].map { $0 / 2 })
        }
        if inFiles { ColumnFiles.letGo() }
        #expect(columns.map(\.count) == arrays.map(\.count), "seed \(seed)")
      }
      #expect(columns.map { Array($0) } == arrays, "seed \(seed)")
    }
    #expect(ColumnFiles.failure == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [], "files have no names")
  }

  /// A file that cannot be made is told by its error number, and the column is on the heap.
  @Test func aFailingDiskIsAnErrorNumber() throws {
    #expect(ColumnFiles.open(beside: folder.appendingPathComponent("none/spool").path))
    let column = Column<UInt64>(repeating: 7, count: 1 << 18)
    #expect(column.allSatisfy { $0 == 7 } && ColumnFiles.failure == ENOENT)
    #expect(!ColumnFiles.open(beside: path), "one run at a time")
  }
}
