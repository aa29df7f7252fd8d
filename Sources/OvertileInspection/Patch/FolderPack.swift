import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertilePublishing

/// A folder of tiles as one sequence of bytes: per file, ascending by path, its path, its size and its content.
///
/// So a folder is patched like a file, and a tile that moves to another path costs little.
enum FolderPack {
  /// The paths of all files below a folder, ascending.
  ///
  /// - Throws: `ChangesError` if an entry is neither a file nor a folder.
  static func names(_ folder: String) throws -> [String] {
    let all: [String]
    do {
      all = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    } catch {
      throw ChangesError("cannot list the folder \(folder)", .missing)
    }
    return try all.filter { name in
      switch try FileKind(of: folder + "/" + name) {
      case .file: return true
      case .folder: return false
      case let kind: throw ChangesError("\(folder)/\(name) is \(kind.words), but a file or folder was expected")
      }
    }
  }

  /// The bytes of a file, mapped, or of a folder's files.
  static func content(of path: String) throws -> Data {
    try FileKind(of: path) == .folder ? Data(try bytes(path)) : try RegularFile.mapped(path, followsLinks: false)
  }

  /// The bytes of a folder's files. O(their size), in memory.
  static func bytes(_ folder: String) throws -> [UInt8] {
    var out: [UInt8] = []
    for name in try names(folder) {
      let reader = try FileReader(folder + "/" + name)
      out.append(varint: UInt64(name.utf8.count))
      out += Array(name.utf8)
      out.append(varint: UInt64(reader.size))
      while let chunk = try reader.next(1 << 20) { out += chunk }
    }
    return out
  }
}

/// Makes a folder's files from the bytes of its pack, as they come.
///
/// Safe on hostile bytes: paths stay below the folder and ascend, so no file is written twice.
final class FolderUnpacker {
  private let folder: String
  private var pending: [UInt8] = []
  private var output: FileOutput?
  private var remaining = 0
  private var last: String?
  private var made: Set<String> = []

  /// Makes an empty folder.
  init(_ folder: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Adds the next bytes.
  func append(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      if let output, remaining > 0 {
        let chunk = rest.prefix(remaining)
        try output.append(chunk)
        remaining -= chunk.count
        rest = rest.dropFirst(chunk.count)
      } else {
        pending.append(rest.removeFirst())
        try begin()
      }
    }
  }

  /// Ends the last file.
  func finish() throws {
    guard pending.isEmpty, remaining == 0 else {
      throw ChangesError("\(folder): the data ends before the last file is complete")
    }
    output = nil
  }

  /// Starts a file once its path and size are complete.
  private func begin() throws {
    guard pending.count <= BundlePath.longest + 20 else {
      throw ChangesError("\(folder): a path in the patch is too long")
    }
    guard let last = pending.last, last < 0x80 else { return }
    let header: (name: String, size: Int)? = try pending.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes, name: folder)
      let length = try reader.count(upTo: BundlePath.longest)
      guard reader.remaining > length else { return nil }
      let name = String(decoding: try reader.take(length), as: UTF8.self)
      return (name, try reader.count(upTo: Int.max))
    }
    guard let header else { return }
    try begin(header.name, size: header.size)
    pending.removeAll(keepingCapacity: true)
  }

  private func begin(_ name: String, size: Int) throws {
    try SafePath.check(name, in: folder)
    if let last, name <= last { throw ChangesError("\(folder): the paths are not in ascending order at \(name)") }
    last = name
    let path = folder + "/" + name
    let parent = FileSystem.parent(of: path)
    if made.insert(parent).inserted {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    }
    output = try FileOutput(path)
    remaining = size
  }
}
