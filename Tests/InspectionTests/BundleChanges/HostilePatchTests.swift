import Foundation
import OvertileCore
import OvertileTileArchive
import TestSupport
import Testing

@testable import OvertileInspection

/// Patches that are whole by their digest but were not written by this program.
@Suite struct HostilePatchTests {
  private let scratch: Scratch
  private let base: URL
  private let patch: [UInt8]
  private let index: PatchIndex

  init() throws {
    scratch = try Scratch()
    var features = EditedFeatures(seed: 7, count: 12)
    base = try scratch.build(features, "a")
    features.edit(2)
    _ = try BundlePatch.make(from: base, to: scratch.build(features, "b"), at: scratch.path("p"))
    patch = Array(try Data(contentsOf: scratch.url("p")))
    index = try PatchReader(scratch.path("p")).index
  }

  /// A patch with the frames of the sound one and another index, with a right digest.
  private func signed(_ index: PatchIndex, deltas: [UInt8]? = nil) throws -> Data {
    let end = self.index.files.compactMap { file in file.offset.flatMap { offset in file.length.map { offset + $0 } } }
    var bytes = deltas ?? Array(patch[..<(end.max() ?? 16)])
    let place = bytes.count
    let text = Array(try JSONEncoder().encode(index))
    bytes += text
    bytes.append(littleEndian: UInt64(place))
    bytes.append(littleEndian: UInt64(text.count))
    return Data(bytes + SHA256.hash(bytes))
  }

  private func isRejected(_ bytes: Data) throws -> Bool { try scratch.isRejected(bytes, base: base) }

  @Test func theSoundOneIsTaken() throws {
    let rejected = try isRejected(signed(index))
    #expect(!rejected)
  }

  @Test(arguments: ["../x", "/tmp/x", "a/../../x", "", ".", "a//b", "a/", "bundle.json", "x\0y"])
  func pathsOutsideTheBundle(path: String) throws {
    var hostile = index
    hostile.files[1].path = path
    let rejected = try isRejected(signed(hostile))
    #expect(rejected, "\(path)")
    hostile = index
    hostile.files[1].source = path
    let source = try isRejected(signed(hostile))
    #expect(source || path == "bundle.json", "\(path)")
  }

  @Test func sizesThatDoNotHold() throws {
    let edits: [(inout PatchIndex.File) -> Void] = [
      { $0.bytes = .max }, { $0.bytes = -1 }, { $0.bytes = 1 }, { $0.isFolder = true }, { $0.offset = 15 },
      { $0.offset = .max }, { $0.length = .max }, { $0.length = -1 }, { $0.length = nil }, { $0.offset = nil },
      { $0.sha256 = "0" }, { $0.source = "none" },
    ]
    for (number, edit) in edits.enumerated() {
      for place in index.files.indices where index.files[place].offset != nil {
        var hostile = index
        edit(&hostile.files[place])
        let rejected = try isRejected(signed(hostile))
        #expect(rejected, "edit \(number) of file \(place)")
      }
    }
  }

  @Test(arguments: seeds(4)) func deltasOfRandomBytes(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let end = patch.count
    for _ in 0..<100 {
      var deltas = Array(patch[..<end])
      deltas = Array(deltas.prefix(index.files.compactMap { $0.length }.reduce(16, +)))
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        deltas[Int.random(in: 16..<deltas.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard deltas[...] != patch[..<deltas.count] else { continue }
      let rejected = try isRejected(signed(index, deltas: deltas))
      // A frame may hold bits without a meaning.
      let isHarmless = try !rejected && scratch.files("c") == scratch.files("b")
      #expect(rejected || isHarmless, "seed \(seed)")
      try? FileManager.default.removeItem(at: scratch.url("c"))
    }
  }
}
