import Foundation

/// Runs a Python script of the tests with JSON on its standard input and reads JSON from its standard output.
///
/// The interpreter is OVERTILE_PYTHON, or `.venv/bin/python3` at the package's root, which `make test` prepares.
public enum PythonOracle {
  /// The reason that a script failed.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// The package's root folder.
  public static var packageRoot: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// Runs `script` (a path below the package's root) and decodes its output.
  public static func run<Input: Encodable, Output: Decodable>(
    _ script: String, _ input: Input, as type: Output.Type = Output.self
  ) throws -> Output {
    let python =
      ProcessInfo.processInfo.environment["OVERTILE_PYTHON"]
      ?? packageRoot.appendingPathComponent(".venv/bin/python3").path
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw Failure(description: "no Python at \(python): `make test` prepares it")
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, answer) = (folder.appendingPathComponent("in"), folder.appendingPathComponent("out"))
    try JSONEncoder().encode(input).write(to: source)
    try Data().write(to: answer)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [packageRoot.appendingPathComponent(script).path]
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = try FileHandle(forWritingTo: answer)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(script) ended with \(process.terminationStatus)")
    }
    return try JSONDecoder().decode(Output.self, from: Data(contentsOf: answer))
  }
}
