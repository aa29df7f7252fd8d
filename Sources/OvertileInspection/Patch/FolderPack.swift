import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// A folder of tiles as one sequence of bytes: per file, ascending by path, its path, its size and its content.
///
/// So a folder is patched like a file, and a tile that moves to another path costs little.
enum FolderPack {
  /// The bytes of a file, mapped, or those of a folder's files, in memory. O(their size).
  static func content(of path: String) throws -> Data {
    guard Folder.exists(path) else { return try RegularFile.mapped(path, followsLinks: false) }
    var out: [UInt8] = []
    for name in try Folder.files(below: path).sorted() {
      let content = try RegularFile.mapped(path + "/" + name, followsLinks: false)
      Varint.append(UInt64(name.utf8.count), to: &out)
      out += Array(name.utf8)
      Varint.append(UInt64(content.count), to: &out)
      out += content
    }
    return Data(out)
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
        throw InspectionError("\(folder): expected safe paths in ascending order, but found \"\(name)\"")
      }
      last = name
      try newFile(folder + "/" + name).append(try next(of: &rest, folder))
    }
  }

  /// Makes a file, and the folders that lead to it.
  static func newFile(_ path: String) throws -> NewFile {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    return try NewFile(path)
  }

  /// Takes the next size and so many bytes.
  private static func next(of rest: inout ArraySlice<UInt8>, _ folder: String) throws -> ArraySlice<UInt8> {
    guard let count = try? Varint.read(nextByte: { rest.popFirst() }), count <= UInt64(rest.count) else {
      throw InspectionError("\(folder): the data ends too early")
    }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }
}
