import Foundation
import MapMath
import OvertileBundleFormat
import TestSupport
import Testing

/// Whatever a members file contains, reading it results in values or `BundleError`: never a trap, an endless loop or an
/// allocation that the file does not account for.
@Suite struct DamagedMembersTests {
  private let folder: ScratchFolder
  private let intact: [UInt8]

  init() throws {
    folder = try ScratchFolder()
    var random = SeededRandom(seed: 7)
    let tree = MembersTree(leaves: 9, withProperties: true, random: &random)
    let file = folder.url.appendingPathComponent("intact.bin")
    try tree.columns.write(to: file)
    intact = Array(try Data(contentsOf: file))
  }

  @Test(arguments: [UInt8(0x01), 0x80, 0xFF]) func everyByteChanged(mask: UInt8) throws {
    keepIntact(part: "\(mask)")
    for index in intact.indices {
      var bytes = intact
      bytes[index] ^= mask
      try readEverything(bytes, "byte \(index)", part: "\(mask)")
    }
  }

  @Test func everyTruncation() throws {
    keepIntact()
    for length in intact.indices { try readEverything(Array(intact.prefix(length)), "\(length) bytes") }
    for length in 0..<112 {
      #expect(throws: BundleError.self, "\(length) bytes") { try reader(Array(intact.prefix(length))) }
    }
  }

  @Test func everyHeaderWordAtItsExtremes() throws {
    keepIntact()
    for word in 0..<12 {
      for value: UInt64 in [0, 1, UInt64(intact.count), UInt64(intact.count) + 1, 1 << 31, 1 << 63, .max] {
        var bytes = intact
        withUnsafeBytes(of: value.littleEndian) { bytes.replaceSubrange(16 + word * 8..<24 + word * 8, with: $0) }
        try readEverything(bytes, "word \(word) is \(value)")
      }
    }
  }

  @Test func namesTheFile() throws {
    do {
      DamagedFiles.keep(.members, Array("not a members file at all".utf8), .rejected)
      _ = try reader(Array("not a members file at all".utf8))
      Issue.record("a foreign file was read")
    } catch {
      #expect("\(error)".contains("damaged.bin is damaged"))
    }
    #expect(throws: BundleError.self) {
      try MembersReader(contentsOf: folder.url.appendingPathComponent("missing.bin"))
    }
  }

  private func keepIntact(part: String = "", test: String = #function) {
    DamagedFiles.keep(.members, intact, .intact, part: part, test: test)
  }

  private func reader(_ bytes: [UInt8]) throws -> MembersReader {
    // A new file each time: the one before may still be mapped.
    let file = folder.url.appendingPathComponent("\(UUID().uuidString)-damaged.bin")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    return try MembersReader(contentsOf: file)
  }

  /// Reads everything; errors other than the library's own fail the test.
  private func readEverything(
    _ bytes: [UInt8], _ change: String, part: String = "", test: String = #function
  ) throws {
    var isRead = true
    func tolerating(_ body: () throws -> Void) throws {
      do { try body() } catch {
        isRead = false
        #expect(error is BundleError, "\(change): \(error)")
      }
    }
    do {
      let reader = try reader(bytes)
      for index in 0..<min(reader.clusterCount, 100) {
        try tolerating {
          let cluster = try reader.cluster(at: index)
          try tolerating { _ = try reader.children(of: cluster.id) }
          try tolerating { _ = try reader.leaves(of: cluster.id) }
        }
      }
    } catch {
      isRead = false
      #expect(error is BundleError, "\(change): \(error)")
    }
    DamagedFiles.keep(.members, bytes, isRead ? .read : .rejected, change, part: part, test: test)
  }
}
