import Foundation
import OvertileBundleFormat
import OvertileFeatures
import TestSupport
import Testing

@testable import OvertileBundleChanges

/// Members files can be brought into their form without indices and back.
@Suite struct MembersFormTests {
  @Test(arguments: seeds(3)) func everyFileComesBack(seed: UInt64) throws {
    let scratch = try Scratch()
    var features = EditedFeatures(seed: seed, count: 80)
    for name in ["a", "b"] {
      features.edit(9)
      _ = try scratch.build(features, name)
      let bytes = Array(try Data(contentsOf: scratch.url("\(name)/members.points.bin")))
      let form = try #require(try bytes.withUnsafeBytes { try MembersForm.normalized($0) }, "seed \(seed)")
      let back = try MembersForm.restored(form, limit: bytes.count, name: "test")
      #expect(back == bytes, "seed \(seed)")
    }
  }

  @Test func damagedFormsAreErrors() throws {
    let scratch = try Scratch()
    _ = try scratch.build(EditedFeatures(seed: 9, count: 20), "a")
    let bytes = Array(try Data(contentsOf: scratch.url("a/members.points.bin")))
    let form = try #require(try bytes.withUnsafeBytes { try MembersForm.normalized($0) })
    for count in 0..<form.count {
      let made = try? MembersForm.restored(Array(form.prefix(count)), limit: bytes.count, name: "test")
      #expect(made == nil, "\(count) bytes")
    }
    for index in form.indices {
      var damaged = form
      damaged[index] ^= 0x81
      // No trap; the result, if any, is at most of that size.
      let made = try? MembersForm.restored(damaged, limit: bytes.count, name: "test")
      #expect((made?.count ?? 0) <= bytes.count)
    }
  }

  @Test func otherFilesHaveNone() throws {
    for bytes in [[], Array("OVTMEMB1".utf8), Array(repeating: UInt8(7), count: 500)] as [[UInt8]] {
      let form = try bytes.withUnsafeBytes { try MembersForm.normalized($0) }
      #expect(form == nil)
    }
  }
}
