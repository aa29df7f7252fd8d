import Foundation
import TestSupport
import Testing

@testable import OvertileInspection

/// Damaged patches are rejected, and nothing is left of them.
@Suite struct DamageTests {
  private let scratch: Scratch
  private let base: URL
  private let patch: Data

  init() throws {
    scratch = try Scratch()
    var features = EditedFeatures(seed: 5, count: 12)
    base = try scratch.build(features, "a")
    features.edit(1)
    _ = try BundlePatch.make(from: base, to: scratch.build(features, "b"), at: scratch.path("p"))
    patch = try Data(contentsOf: scratch.url("p"))
  }

  @Test func everyFlippedByteIsRejected() throws {
    for index in patch.indices {
      var damaged = patch
      damaged[index] ^= UInt8(1 << (index % 8))
      let rejected = try scratch.isRejected(damaged, base: base)
      #expect(rejected, "byte \(index)")
    }
  }

  @Test func everyTruncationIsRejected() throws {
    for count in 0..<patch.count {
      let rejected = try scratch.isRejected(patch.prefix(count), base: base)
      #expect(rejected, "\(count) bytes")
    }
    let longer = try scratch.isRejected(patch + [0], base: base)
    #expect(longer)
  }

  @Test func aWrongBaseIsRejected() throws {
    let other = try scratch.build(EditedFeatures(seed: 6, count: 12), "other")
    let rejected = try scratch.isRejected(patch, base: other)
    #expect(rejected)
    let result = try scratch.isRejected(patch, base: scratch.url("b"))
    #expect(result)
  }

  @Test func aDamagedFileOfTheBaseIsRejected() throws {
    try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: base), .intact)
    for name in try scratch.files("a").keys.sorted() {
      let url = base.appendingPathComponent(name)
      let sound = try Data(contentsOf: url)
      var damaged = sound
      damaged[sound.count / 2] ^= 1
      try damaged.write(to: url)
      try DamagedFiles.keep(.bundle, try DamagedFiles.files(below: base), .unjudged, name)
      let rejected = try scratch.isRejected(patch, base: base)
      #expect(rejected, "\(name)")
      try sound.write(to: url)
    }
  }

  @Test func aMissingBaseOrPatchIsSaid() throws {
    for (patch, base) in [("p", scratch.url("none")), ("none", base)] {
      let fault = Scratch.fault {
        _ = try PatchApplication.run(patch: scratch.path(patch), base: base, target: scratch.url("c"))
      }
      #expect(fault == .missing, "\(patch)")
    }
  }

  @Test func whatIsNoBundleIsLeftAlone() throws {
    try FileManager.default.createDirectory(at: scratch.url("photos"), withIntermediateDirectories: false)
    try Data("x".utf8).write(to: scratch.url("photos/a.jpg"))
    let applied = Scratch.fault {
      _ = try PatchApplication.run(patch: scratch.path("p"), base: base, target: scratch.url("photos"))
    }
    let made = Scratch.fault {
      _ = try BundlePatch.make(from: base, to: scratch.url("b"), at: scratch.path("photos/a.jpg"))
    }
    #expect(applied == .cannotCreate && made == .cannotCreate)
    #expect(try scratch.files("photos") == ["a.jpg": Data("x".utf8)])
  }

  @Test func foreignFilesInTheResultAreRejected() throws {
    try Data("x".utf8).write(to: scratch.url("b/notes.txt"))
    do {
      _ = try BundlePatch.make(from: base, to: scratch.url("b"), at: scratch.path("q"))
      Issue.record("left notes.txt out")
    } catch { #expect(Fault(error) == .badData && "\(error)".contains("notes.txt")) }
    #expect(try !scratch.names().contains { $0.hasPrefix("q") })
  }
}
