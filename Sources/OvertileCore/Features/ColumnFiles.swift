import COvertileSystem
import Foundation

/// Where large columns lie while a run has a memory bound: in files without names, on the file system of its output.
///
/// A file is allocated before its pages are touched, so that a full disk is an error number and not a signal. The column is then
/// on the heap, and the run ends when it asks for the failure. Pages that are let go stay in the files, and come back where they
/// are touched, so what a run computes does not depend on its bound. For the whole process, and one run at a time.
package enum ColumnFiles {
  /// Columns of fewer bytes stay on the heap.
  package static let leastBytes = 1 << 20

  private struct State {
    var path: String?
    var failure: Int32 = 0
    var mappings: [UnsafeMutableRawPointer: Int] = [:]
  }

  /// Guarded by `lock`.
  nonisolated(unsafe) private static var state = State()
  private static let lock = NSLock()

  private static func withState<R>(_ body: (inout State) -> R) -> R { lock.withLock { body(&state) } }

  /// Puts large columns into files from now on; false if another run does so already.
  ///
  /// - Parameter path: a path beside which the files are made.
  package static func open(beside path: String) -> Bool {
    withState { state in
      guard state.path == nil else { return false }
      (state.path, state.failure) = (path, 0)
      return true
    }
  }

  /// Puts no further columns into files. Those that are there stay until they are released.
  package static func close() { withState { $0.path = nil } }

  /// The error number of the first column since `open` that could not be put into a file; 0 if there was none.
  package static var failure: Int32 { withState(\.failure) }

  /// Lets the pages of all columns in files go. Any thread may use the columns meanwhile.
  package static func letGo() {
    withState { state in
      for (start, bytes) in state.mappings { madvise(start, bytes, MADV_DONTNEED) }
    }
  }

  /// A new file of so many bytes, all zero; nil where columns stay on the heap.
  static func make(byteCount: Int) -> Int32? {
    guard byteCount >= leastBytes, let path = withState(\.path) else { return nil }
    let file = overtile_open_unnamed(path)
    guard file >= 0, resize(file, byteCount) else {
      // Too many open files are no failure of the disk: the column is then on the heap.
      if file < 0, errno != EMFILE, errno != ENFILE { note(errno) }
      if file >= 0 { OvertileCore.close(file) }
      return nil
    }
    return file
  }

  /// Allocates a file's bytes; false where that failed.
  static func resize(_ file: Int32, _ byteCount: Int) -> Bool {
    #if os(Linux)
      let error = posix_fallocate(file, 0, off_t(byteCount))
    #else
      let error = ftruncate(file, off_t(byteCount)) == 0 ? 0 : errno
    #endif
    if error != 0 { note(error) }
    return error == 0
  }

  /// The bytes of a file as memory; nil where the system has no address space for it.
  static func map(_ file: Int32, byteCount: Int) -> UnsafeMutableRawPointer? {
    guard let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), start != MAP_FAILED else {
      return nil
    }
    withState { $0.mappings[start] = byteCount }
    return start
  }

  /// Ends a mapping.
  static func unmap(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    withState { $0.mappings[start] = nil }
    munmap(start, byteCount)
  }

  private static func note(_ error: Int32) { withState { if $0.failure == 0 { $0.failure = error } } }
}
