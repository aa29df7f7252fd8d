import COvertileMemory
import Foundation
import OvertilePlatform
import OvertilePublishing
import OvertileTileArchive

/// Large blocks of memory in files without a name: arrays and tables of any type, whose pages a run lets go when it would
/// exceed its bound.
///
/// The pages come back from the files where they are touched, mostly from the system's cache. So what a run computes does not
/// depend on the bound; only how often pages come back does. For the whole process, and for one run at a time; only where the
/// program's own allocation functions serve it: on Linux with glibc. Elsewhere all blocks stay in memory.
struct FileBlocks: Sendable {
  private let path: String

  /// Puts large blocks into files on the file system of a folder from now on; nil where that is not possible.
  init?(in folder: URL, bound: MemoryBound) {
    path = folder.appendingPathComponent("spool").path
    guard overtile_file_blocks_open(path, bound.bytes / Self.hugeShare) == 0 else { return nil }
  }

  /// Blocks of this fraction of the bound are put into files from the start.
  private static let hugeShare = 32
  /// The bytes from which on a block is put into a file once the run has taken much.
  private static let leastBytes = 1 << 20

  /// Puts blocks of a mebibyte into files from now on: the run has taken much of its bound.
  func takeMore() { overtile_file_blocks_set_least(Self.leastBytes) }

  /// Lets the pages of all blocks go. Takes up to a millisecond for each 64 MiB.
  func letGo() { overtile_file_blocks_let_go() }

  /// The bytes of all blocks.
  var bytes: Int { overtile_file_blocks_bytes() }

  /// Puts no further blocks into files.
  func close() { overtile_file_blocks_close() }

  /// Throws if a block could not be put into a file. Cheap.
  ///
  /// - Throws: `ArchiveError`.
  func check() throws {
    let number = overtile_file_blocks_failure()
    guard number != 0 else { return }
    errno = number
    throw ArchiveError.system(.inputOutput, path: path, "reserve")
  }
}
