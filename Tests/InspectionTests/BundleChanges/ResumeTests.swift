import Foundation
import OvertilePipeline
import OvertilePublishing
import TestSupport
import Testing

@testable import OvertileInspection

/// The next application of the same patch resumes with the staged files of a killed one, if they are whole.
@Suite struct ResumeTests {
  private let scratch: Scratch
  private let base: URL
  private let staging: URL

  init() throws {
    scratch = try Scratch()
    var features = EditedFeatures(seed: 8, count: 30)
    base = try scratch.build(features, "a")
    features.edit(4)
    _ = try BundlePatch.make(from: base, to: scratch.build(features, "b"), at: scratch.path("p"))
    staging = scratch.url(".c.overtile-staging")
  }

  /// Leaves the files of a killed run in the staging folder.
  private func stage(_ files: [String: Data]) throws {
    try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: true)
    try StagingMark.put(in: staging.path)
    for (name, data) in files { try data.write(to: staging.appendingPathComponent(name)) }
  }

  @Test func wholeFilesAreTakenOver() throws {
    var files = try scratch.files("b")
    files["z03.pmtiles"] = files["z03.pmtiles"]?.dropLast(7)
    files["z05.pmtiles"] = nil
    files["spool.a1B2c3"] = Data("x".utf8)
    try stage(files)
    let outcome = try PatchApplication.run(patch: scratch.path("p"), base: base, target: scratch.url("c"))
    #expect(try scratch.files("c") == scratch.files("b") && outcome.made == 2 && outcome.resumed == files.count - 3)
    #expect(try scratch.names().allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func whatAnotherRunLeftIsRemoved() throws {
    let other = scratch.url(".c.overtile-staging-0123456789abcdef")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
    try StagingMark.put(in: other.path)
    try Data("x".utf8).write(to: other.appendingPathComponent("z00.pmtiles"))
    let outcome = try PatchApplication.run(patch: scratch.path("p"), base: base, target: scratch.url("c"))
    #expect(try outcome.resumed == 0 && scratch.names().allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func litterBesideAFinishedTargetIsRemoved() throws {
    try FileManager.default.copyItem(at: scratch.url("b"), to: scratch.url("c"))
    try stage(scratch.files("a"))
    let outcome = try PatchApplication.run(patch: scratch.path("p"), base: base, target: scratch.url("c"))
    #expect(try outcome.wasThere && scratch.names().allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func aRequestToStopLeavesNothing() throws {
    let before = try scratch.names()
    let cancellation = Cancellation()
    cancellation.cancel()
    let fault = Scratch.fault {
      _ = try PatchApplication.run(
        patch: scratch.path("p"), base: base, target: scratch.url("c"), cancellation: cancellation)
    }
    #expect(try fault == .cancelled && scratch.names() == before)
  }
}
