import Foundation
import OvertileExpressions
import OvertileFeatures
import OvertilePlatform
import OvertilePublishing

/// The input files as they were before anything was read, by which those are noticed that change meanwhile.
///
/// A file is compared by its number on its device, its size and the time of its last change. A change within the clock's
/// step leaves the time as it was, so files that changed just before the run are compared by their contents, too, as are
/// all files on request; that reads them twice more. Standard input, other streams and the output of commands cannot change in
/// this way; the files that GDAL reads can.
struct InputStates {
  private struct State: Equatable {
    var device: UInt64
    var number: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
    var digest: UInt64?
  }

  private var states: [(path: String, state: State)] = []

  /// How long a file must have rested for its time to tell, in seconds: the coarsest file systems count by two.
  private static let restSeconds = 3.0
  private static let blockBytes = 1 << 20

  /// Looks at every file of the sources.
  init(_ sources: [PlannedSource], checksContents: Bool) {
    let now = Date().timeIntervalSince1970
    for path in Set(sources.flatMap { $0.inputs.flatMap(\.watched) }).sorted() {
      guard var state = Self.state(path) else { continue }
      let isFresh = now - Double(state.seconds) < Self.restSeconds
      if checksContents || isFresh { state.digest = Self.digest(path) }
      states.append((path, state))
    }
  }

  /// Looks again.
  ///
  /// - Throws: `PipelineError.badData` naming the first file that is not as it was.
  func check() throws {
    for (path, before) in states {
      let what: String
      if var now = Self.state(path) {
        if before.digest != nil { now.digest = Self.digest(path) }
        if now == before { continue }
        let sizes = "from \(Counted.grouped(before.size)) to \(Counted.text(now.size, "byte"))"
        what = now.size == before.size ? "changed" : "changed \(sizes)"
      } else {
        what = "vanished"
      }
      throw PipelineError.badData(
        "\(path) \(what) while it was read, so what was read may be a mixture; run again when it is complete. A file that "
          + "is written elsewhere and then moved to its path is never seen half done")
    }
  }

  /// What the system says of a regular file; nil of anything else.
  private static func state(_ path: String) -> State? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return State(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino),
      size: Int64(status.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }

  /// A digest of a file's content; nil when it cannot be read, which the reader reports.
  private static func digest(_ path: String) -> UInt64? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    var digest: UInt64 = 0
    while let block = try? handle.read(upToCount: blockBytes), !block.isEmpty {
      digest = block.withUnsafeBytes { XXHash64.hash($0, seed: digest) }
    }
    return digest
  }
}
