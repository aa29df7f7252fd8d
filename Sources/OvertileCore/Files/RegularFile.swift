import Foundation

/// The one way to open bundles, archives, patches, configurations and all other files that are read as a whole.
///
/// Only regular files are read: a pipe under such a name would block forever, and a device might never end. Opening
/// does not block either, whatever is at the path.
package enum RegularFile {
  /// An open file, which the caller closes.
  package struct Opened: Sendable {
    /// The descriptor, for reading.
    package var descriptor: Int32
    /// The size in bytes when it was opened.
    package var size: Int
  }

  /// Opens a file for reading. O(1).
  ///
  /// - Parameters:
  ///   - path: the file; relative to `folder` if that is passed.
  ///   - folder: the descriptor of an open folder.
  ///   - followsLinks: whether a symbolic link at the end of the path is followed; otherwise it is rejected.
  /// - Throws: `RegularFileError` if it cannot be opened, or is not a regular file.
  package static func open(
    _ path: String, in folder: Int32? = nil, followsLinks: Bool = true
  ) throws(RegularFileError) -> Opened {
    let folder = folder ?? AT_FDCWD
    // The kind is checked first: opening a pipe or a device is noticed at its other end.
    var status = stat()
    guard fstatat(folder, path, &status, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      throw .system(path: path, number: errno)
    }
    let kind = FileKind(mode: status.st_mode)
    guard kind == .file else { throw .kind(path: path, kind) }
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = openat(folder, path, flags)
    guard descriptor >= 0 else { throw .system(path: path, number: errno) }
    // Reads of regular files wait for the disk as usual; some file systems honor the flag.
    let isKnown =
      fstat(descriptor, &status) == 0 && fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) == 0
    let opened = FileKind(mode: status.st_mode)
    guard isKnown, opened == .file else {
      defer { close(descriptor) }
      throw isKnown ? RegularFileError.kind(path: path, opened) : .system(path: path, number: errno)
    }
    return Opened(descriptor: descriptor, size: Int(status.st_size))
  }

  /// All bytes of a file. O(bytes), in memory; nothing is allocated for a file that is too large.
  ///
  /// - Throws: `RegularFileError`.
  package static func contents(
    of path: String, followsLinks: Bool = true, limit: Int = .max
  ) throws(RegularFileError) -> Data {
    let file = try open(path, followsLinks: followsLinks)
    defer { close(file.descriptor) }
    return try read(file, path, limit)
  }

  /// All bytes of an open file. The system generates some files as they are read, as in /proc, and gives them size 0.
  private static func read(_ file: Opened, _ path: String, _ limit: Int) throws(RegularFileError) -> Data {
    guard file.size <= limit else { throw .tooLarge(path: path, bytes: file.size, limit: limit) }
    var data = Data(capacity: file.size)
    var buffer = [UInt8](repeating: 0, count: file.size == 0 ? 1 << 16 : min(file.size, 1 << 20))
    while true {
      let step = OvertileCore.read(file.descriptor, &buffer, buffer.count)
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw .system(path: path, number: errno) }
      guard step > 0 else { break }
      data.append(contentsOf: buffer[..<step])
      guard data.count <= limit else { throw .tooLarge(path: path, bytes: data.count, limit: limit) }
    }
    guard data.count >= file.size else { throw .cutShort(path: path, at: data.count) }
    return data
  }

  /// The bytes of a file, mapped into memory. O(1), apart from the pages that are touched.
  ///
  /// - Throws: `RegularFileError`.
  package static func mapped(_ path: String, followsLinks: Bool = true) throws(RegularFileError) -> Data {
    let file = try open(path, followsLinks: followsLinks)
    defer { close(file.descriptor) }
    guard file.size > 0 else { return try read(file, path, .max) }
    guard let start = mmap(nil, file.size, PROT_READ, MAP_PRIVATE, file.descriptor, 0), start != MAP_FAILED else {
      throw .system(path: path, number: errno)
    }
    return Data(bytesNoCopy: start, count: file.size, deallocator: .unmap)
  }
}
