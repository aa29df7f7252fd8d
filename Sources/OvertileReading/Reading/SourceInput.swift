import Foundation
import OvertileCommands
import OvertileConfiguration
import OvertileCore

/// One input of a source.
package struct SourceInput: Sendable {
  /// The origin of its bytes.
  enum Origin: Sendable {
    case file(String)
    case standardInput
    case command(SourceCommand)
  }

  /// Its name in messages and in the ledger: the file, "-" for standard input, or `command:` and the program.
  let name: String
  /// The origin of its bytes.
  let origin: Origin
  /// The rows that its features are; nil for GeoJSON.
  var rows: TableRows?
  /// The regular files behind it, which must not change while it is read.
  var watched: [String] = []

  /// A file, or "-".
  init(path: String) {
    name = path
    origin = path == SourceFiles.standardInput ? .standardInput : .file(path)
    if case .file = origin { watched = [path] }
  }

  /// The output of a source's own command.
  init(_ command: SourceCommand) {
    (name, origin) = ("command:" + URL(fileURLWithPath: command.command.name).lastPathComponent, .command(command))
  }

  /// A file or database that GDAL reads.
  init(path: String, _ format: TableFormat, _ command: SourceCommand) {
    (name, origin) = (SecretText.masked(path), .command(command))
    guard format != .postGIS else { return }
    watched = [path]
    // A shapefile is several files.
    guard path.lowercased().hasSuffix(".shp") else { return }
    watched += ["dbf", "shx", "prj", "cpg"].map { path.dropLast(3) + $0 }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// The file that is read unchanged; nil for standard input and commands.
  var file: String? {
    if case .file(let path) = origin { path } else { nil }
  }

  /// The command; nil for files and standard input.
  package var command: SourceCommand? {
    if case .command(let command) = origin { command } else { nil }
  }

  /// Whether it can be read only once: standard input, the output of a command, a pipe, a socket or a device.
  package var isStream: Bool {
    guard let file else { return true }
    return FileKind(at: file).map { $0 != .file && $0 != .folder } ?? false
  }

  /// Its name within a sentence.
  var title: String {
    if case .standardInput = origin { "standard input" } else { name }
  }
}
