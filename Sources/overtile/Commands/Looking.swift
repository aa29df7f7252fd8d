import ArgumentParser
import Foundation
import MapMath
import OvertileCore
import OvertileTileArchive

/// The common parts of the commands that inspect files.
enum Looking {
  /// Writes the output of a closure to a file or to standard output; its errors become messages and exit codes.
  static func run(output: String? = nil, reading source: String, _ body: () throws -> [UInt8]) throws {
    try ExitStatus.reporting {
      let bytes = try body()
      guard let output else { return try StandardOutput.write(bytes) }
      try LineOutput.replacing(output, reading: source) { try $0.append(bytes) }
    }
  }

  /// Writes the lines of a closure to standard output as they come; to a file only when all of them are there.
  static func run(lines output: String?, reading source: String, _ body: (([UInt8]) throws -> Void) throws -> Void)
    throws
  {
    try ExitStatus.reporting {
      if let output { return try LineOutput.replacing(output, reading: source) { try body($0.append) } }
      let lines = LineOutput { try StandardOutput.write($0) }
      // The lines before a fault are written, too.
      defer { try? lines.flush() }
      try body(lines.append)
      try lines.flush()
    }
  }

  /// The bytes of a regular file, or of standard input for "-"; at most `limit`.
  static func read(_ path: String, limit: Int = 256 << 20) throws -> [UInt8] {
    guard path == "-" else {
      do {
        return Array(try RegularFile.contents(of: path, limit: limit))
      } catch RegularFileError.kind(_, .pipe) {
        throw ArchiveError(
          .cannotOpen, path: path, "it is a pipe; pass - instead and redirect the pipe to standard input")
      } catch {
        throw ArchiveError(error)
      }
    }
    let name = "standard input"
    do {
      var bytes: [UInt8] = []
      while let chunk = try FileHandle.standardInput.read(upToCount: 1 << 20), !chunk.isEmpty {
        bytes.append(contentsOf: chunk)
        guard bytes.count <= limit else {
          throw ArchiveError(.malformed, path: name, "it exceeds the limit of \(limit) bytes")
        }
      }
      return bytes
    } catch let error as ArchiveError {
      throw error
    } catch {
      throw ArchiveError(.cannotOpen, path: name, "it cannot be read: \(error.localizedDescription)")
    }
  }
}

/// The address of a tile, written z/x/y.
struct TileAddress {
  let tile: TileID

  /// Reads an address.
  ///
  /// - Throws: `ValidationError` that names the wrong number and its range.
  @Sendable static func read(_ text: String) throws -> TileAddress {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    func wrong(_ reason: String) -> ValidationError {
      ValidationError("\(text) is not a valid tile address: \(reason)")
    }
    guard parts.count == 3, numbers.count == 3 else {
      throw wrong("expected three whole numbers zoom/column/row, such as 3/4/2")
    }
    guard (0...31).contains(numbers[0]) else { throw wrong("the zoom must be 0 to 31, not \(numbers[0])") }
    let last = (1 << numbers[0]) - 1
    for (name, number) in zip(["column", "row"], numbers[1...]) where !(0...last).contains(number) {
      throw wrong("at zoom \(numbers[0]), the \(name) must be 0 to \(last), not \(number)")
    }
    guard let tile = TileID(z: numbers[0], x: numbers[1], y: numbers[2]) else { throw wrong("there is no such tile") }
    return TileAddress(tile: tile)
  }
}
