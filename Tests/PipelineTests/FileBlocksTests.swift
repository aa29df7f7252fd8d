import COvertileMemory
import Foundation
import TestSupport
import Testing

@testable import OvertilePipeline

#if os(Linux)
  /// Blocks of memory in files; the process of the tests does not put its own there.
  @Suite(.serialized) struct FileBlocksTests {
    /// A block, and the number with which its bytes begin.
    private struct Block: @unchecked Sendable {
      let bytes: UnsafeMutableRawBufferPointer
      let seed: UInt64

      /// Takes a block of zeros; nil where none could be made.
      init?(size: Int, alignment: Int, seed: UInt64) {
        guard let start = overtile_file_block_take(size, alignment) else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
        self.seed = seed
      }

      /// Fills the block.
      func fill() {
        var random = SeededRandom(seed: seed)
        for word in 0..<bytes.count / 8 { bytes.storeBytes(of: random.next(), toByteOffset: word * 8, as: UInt64.self) }
      }

      /// Whether the block has the bytes that it was filled with.
      var isWhole: Bool {
        var random = SeededRandom(seed: seed)
        return (0..<bytes.count / 8).allSatisfy { bytes.load(fromByteOffset: $0 * 8, as: UInt64.self) == random.next() }
      }
    }

    /// Opens blocks in a folder; another test of this process may have them for a while.
    private func opened(in folder: URL) throws -> FileBlocks {
      overtile_file_blocks_serve()
      let bound = try #require(MemoryBound(bytes: 1 << 30))
      for _ in 0..<3000 {
        if let blocks = FileBlocks(in: folder, bound: bound) { return blocks }
        usleep(10_000)
      }
      return try #require(nil)
    }

    /// While another thread lets pages go, blocks of all sizes and alignments are filled, read and freed.
    @Test(arguments: seeds(3)) func bytesStay(seed: UInt64) throws {
      let scenario = try Scenario()
      let files = try opened(in: scenario.folder)
      let before = files.bytes
      defer { files.close() }
      let isOver = LockedFlag()
      let letting = Thread { while !isOver.isSet { files.letGo() } }
      letting.start()
      defer { isOver.set() }
      var random = SeededRandom(seed: seed)
      var blocks: [Block] = []
      for number in 0..<200 {
        let size = Int.random(in: 1...1 << Int.random(in: 4...22, using: &random), using: &random)
        let alignment = 1 << Int.random(in: 0...21, using: &random)
        let block = try #require(Block(size: size, alignment: alignment, seed: UInt64(number)))
        #expect(Int(bitPattern: block.bytes.baseAddress) % alignment == 0, "seed \(seed)")
        #expect(overtile_file_blocks_hold(block.bytes.baseAddress) != 0)
        #expect(overtile_file_block_size(block.bytes.baseAddress) >= size)
        #expect(block.bytes.allSatisfy { $0 == 0 }, "seed \(seed)")
        block.fill()
        blocks.append(block)
        if blocks.count > 20 {
          let old = blocks.remove(at: Int.random(in: blocks.indices, using: &random))
          #expect(old.isWhole, "seed \(seed), block \(old.seed)")
          overtile_file_block_free(old.bytes.baseAddress)
        }
      }
      for block in blocks {
        #expect(block.isWhole, "seed \(seed), block \(block.seed)")
        overtile_file_block_free(block.bytes.baseAddress)
      }
      #expect(files.bytes == before, "seed \(seed)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scenario.folder.path).isEmpty)
      try files.check()
    }

    /// Pages that go are no memory of the process.
    @Test func pagesGo() throws {
      let scenario = try Scenario()
      let files = try opened(in: scenario.folder)
      defer { files.close() }
      let block = try #require(Block(size: 256 << 20, alignment: 16, seed: 1))
      defer { overtile_file_block_free(block.bytes.baseAddress) }
      block.fill()
      let full = ResidentMemory.bytes
      files.letGo()
      // Other tests take memory meanwhile.
      #expect(ResidentMemory.bytes < full - (128 << 20))
      #expect(block.isWhole)
    }

    @Test func oneRunHasThemAtATime() throws {
      let scenario = try Scenario()
      let files = try opened(in: scenario.folder)
      #expect(FileBlocks(in: scenario.folder, bound: try #require(MemoryBound(bytes: 1 << 30))) == nil)
      files.close()
      #expect(overtile_file_block_take(1 << 20, 1) == nil)
    }

    @Test func aFileThatCannotBeMadeIsAFailureOfTheRun() throws {
      let files = try opened(in: URL(fileURLWithPath: "/nowhere"))
      defer { files.close() }
      try files.check()
      #expect(overtile_file_block_take(1 << 20, 1) == nil)
      #expect { try files.check() } throws: { "\($0)".contains("/nowhere/") && "\($0)".contains("No such file") }
      // What fails once is not tried again and again.
      #expect(overtile_file_block_take(1 << 20, 1) == nil)
    }

    @Test func aFileIsReadAsMemory() throws {
      let scenario = try Scenario()
      let files = try opened(in: scenario.folder)
      defer { files.close() }
      let before = files.bytes
      let file = try SpoolFile(in: scenario.folder)
      #expect(file.view() == nil, "nothing to read")
      var random = SeededRandom(seed: 1)
      let bytes = (0..<100_001).map { _ in UInt8.random(in: 0...255, using: &random) }
      for start in stride(from: 0, to: bytes.count, by: 1001) {
        _ = try bytes[start..<min(start + 1001, bytes.count)].withUnsafeBytes { try file.append($0) }
      }
      do {
        let view = try #require(file.view())
        files.letGo()
        #expect(view.bytes.elementsEqual(bytes) && files.bytes > before)
      }
      #expect(files.bytes == before)
    }

    @Test func noAddressOfOtherMemoryIsThatOfABlock() {
      let other = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
      defer { other.deallocate() }
      #expect(overtile_file_blocks_hold(other) == 0 && overtile_file_blocks_hold(nil) == 0)
    }
  }

  private final class LockedFlag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
  }
#endif
