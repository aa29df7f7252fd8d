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
      let content = try RegularFile.mapped(folder + "/" + name, followsLinks: false)
      Varint.append(UInt64(name.utf8.count), to: &out)
      out += Array(name.utf8)
      Varint.append(UInt64(content.count), to: &out)
      out += content
    }
    return out
  }

  /// Makes a folder with the files of some bytes.
  ///
  /// Safe on hostile bytes: paths stay below the folder and ascend, so no file is written twice.
  static func unpack(_ bytes: [UInt8], to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var (rest, last) = (bytes[...], "")
    while !rest.isEmpty {
      let name = String(decoding: try next(of: &rest, folder), as: UTF8.self)
      guard BundlePath.isSafe(name), name > last else {
        throw ChangesError("\(folder): expected safe paths in ascending order, but found \"\(name)\"")
      }
      last = name
      try FileOutput(folder + "/" + name).append(try next(of: &rest, folder))
    }
  }

  /// Takes the next size and so many bytes.
  private static func next(of rest: inout ArraySlice<UInt8>, _ folder: String) throws -> ArraySlice<UInt8> {
    guard let count = try? Varint.read(nextByte: { rest.popFirst() }), count <= UInt64(rest.count) else {
      throw ChangesError("\(folder): the data ends too early")
    }
    defer { rest.removeFirst(Int(count)) }
    return rest.prefix(Int(count))
  }
}
