import Foundation
import OvertileCore
import OvertileExpressions
import OvertileTileArchive

/// The states of the input files before anything was read, to detect files that change during the run.
///
/// A file is compared by its inode on its device, its size and the time of its last change. A change within the clock's
/// step leaves the time unchanged, so files that changed just before the run are compared by their contents, too, as
/// are all files on request; that reads them twice more. Standard input, other streams and the output of commands
/// cannot be compared; the files that GDAL reads can.
struct InputStates {
  /// Per regular file: its state, and a digest of its content where the state does not suffice.
  private var states: [(path: String, stamp: FileStamp, digest: UInt64?)] = []

  /// The age in seconds from which a file's time is reliable: the coarsest file systems count by two.
  private static let restSeconds = 3.0

  /// Records every file of the sources.
  init(_ sources: [PlannedSource], checksContents: Bool) {
    let now = Date().timeIntervalSince1970
    for path in Set(sources.flatMap { $0.inputs.flatMap(\.watched) }).sorted() {
      guard let stamp = FileStamp(path), stamp.kind == .file else { continue }
      let isFresh = now - Double(stamp.seconds) < Self.restSeconds
      states.append((path, stamp, checksContents || isFresh ? Self.digest(path) : nil))
    }
  }

  /// Compares every file with its recorded state.
  ///
  /// - Throws: `PipelineError.badData` naming the first file that has changed.
  func check() throws {
    for (path, before, digest) in states {
      let now = FileStamp(path)
      if now == before, digest == nil || digest == Self.digest(path) { continue }
      var what = "disappeared"
      if let now, now.kind == .file {
        let (old, new) = (before.bytes, now.bytes)
        what = "changed" + (new == old ? "" : " from \(Counted.grouped(old)) to \(Counted.text(new, "byte"))")
      }
      throw PipelineError.badData(
        "\(path) \(what) while it was being read, so the bundle could mix old and new data. Run again when the file is "
          + "complete. To avoid this, write the file under a temporary name and then rename it")
    }
  }

  /// A digest of a file's content; nil if it cannot be read, which the reader reports.
  private static func digest(_ path: String) -> UInt64? {
    (try? InputFile(path: path)).flatMap { try? FileDigest.change($0, 0..<$0.size) }
  }
}
