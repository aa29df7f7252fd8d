import OvertileCore
import OvertileTileArchive

extension FileSystem {
  private static let blockBytes = 1 << 20

  /// Moves a file or folder of ours to an unused path; to another file system it is copied.
  static func moveAcross(_ from: String, to: String) throws {
    if rename(from, to) == 0 { return }
    guard errno == EXDEV else { throw cannotMove(from, to) }
    if try entry(at: from) == .folder {
      try makeFolder(to)
      for name in try names(from) { try moveAcross(from + "/" + name, to: to + "/" + name) }
    } else {
      try copyFile(from, to: to)
    }
  }

  private static func copyFile(_ from: String, to: String) throws {
    let input = try InputFile(path: from)
    let output = try create(to)
    defer { close(output) }
    var offset = 0
    while offset < input.size {
      let block = try input.bytes(offset..<min(offset + blockBytes, input.size))
      try block.withUnsafeBytes { try UnixFile.write(output, path: to, $0) }
      offset += block.count
    }
  }
}
