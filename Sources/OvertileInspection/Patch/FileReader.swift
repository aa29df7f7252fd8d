import OvertileCore
import OvertilePublishing
import OvertileTileArchive

extension FileKind {
  /// Examines a path, symbolic links not followed.
  ///
  /// - Throws: `ChangesError` with `missing` if nothing is there.
  init(of path: String) throws {
    guard let kind = FileKind(at: path, followsLinks: false) else {
      throw ChangesError("cannot read \(path): \(String(cString: strerror(errno)))", .missing)
    }
    self = kind
  }
}

/// Reads a file from its start in chunks. A symbolic link is rejected.
final class FileReader {
  let path: String
  /// The size in bytes when it was opened.
  let size: Int
  private let descriptor: Int32
  private(set) var position = 0

  /// Opens a file.
  init(_ path: String) throws {
    let file = try RegularFile.open(path, followsLinks: false)
    (self.path, descriptor, size) = (path, file.descriptor, file.size)
  }

  deinit { close(descriptor) }

  /// The next bytes, `count` of them or the rest; nil at the end.
  func next(_ count: Int) throws -> [UInt8]? {
    guard position < size else { return nil }
    return try read(min(count, size - position))
  }

  /// Exactly so many bytes from the position on.
  func read(_ count: Int) throws -> [UInt8] {
    guard count >= 0, count <= size - position else { throw ChangesError("\(path) ends too early") }
    defer { position += count }
    return try UnixFile.read(descriptor, path: path, offset: position, count: count)
  }

  /// Moves to an offset in the file.
  func seek(_ offset: Int) { position = min(max(offset, 0), size) }
}

/// Writes a new file in chunks.
final class FileOutput {
  let path: String
  private let descriptor: Int32
  /// The bytes written so far.
  private(set) var count = 0

  /// Makes a file in a staging folder, and replaces one of that name that an earlier run has left there.
  init(_ path: String) throws {
    try OwnFolder.removeMade(path)
    descriptor = UnixFile.makeNew(path)
    self.path = path
    guard descriptor >= 0 else { throw ArchiveError.system(.cannotCreate, path: path, "open") }
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  func append(_ bytes: some Sequence<UInt8>) throws { try append(Array(bytes)) }

  /// Appends bytes.
  func append(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try UnixFile.write(descriptor, path: path, $0) }
    count += bytes.count
  }
}
