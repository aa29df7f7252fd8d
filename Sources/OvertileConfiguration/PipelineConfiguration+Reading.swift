import Foundation
import OvertileCore
import OvertileExpressions

extension PipelineConfiguration {
  /// The most bytes of a file: far more than any pipeline, and few enough that no mistake can fill the memory.
  static let maximumBytes = YAMLReader.maximumBytes

  /// Reads and validates a configuration file. The file must be a regular file of at most 16 MiB.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Relative paths in the file are resolved against the file's folder.
  ///   - environment: The environment variables. The file can refer to any of them, and those in
  ///     `ConfigurationOverride.environmentVariables` override values in the file.
  ///   - overrides: Values from the command line, which take precedence over the environment and the file.
  /// - Returns: The validated configuration.
  /// - Throws: A `ConfigurationError` that lists the problems in the file.
  public static func read(
    file path: String, environment: [String: String], overrides: [ConfigurationOverride] = []
  ) throws(ConfigurationError) -> PipelineConfiguration {
    do throws(ConfigurationError) {
      return try PipelineConfiguration(yaml: text(of: path), file: path, environment: environment, overrides: overrides)
    } catch {
      // Text that could be YAML is examined only if it is not a pipeline.
      guard error.problems.first?.code != .unreadable, let reason = foreign(path) else { throw error }
      throw wrong(path, .syntax, reason)
    }
  }

  private static func text(of path: String) throws(ConfigurationError) -> String {
    let data: Data
    do {
      data = try RegularFile.contents(of: path, limit: maximumBytes)
    } catch .tooLarge {
      throw wrong(path, .syntax, "a configuration file must not be larger than \(maximumBytes >> 20) MiB")
    } catch {
      let advice = WebAddress.advice(path).map { ". " + $0 } ?? ""
      throw wrong(path, .unreadable, "cannot be read: \(error.reason.lowercased())\(advice)")
    }
    guard let text = String(data: data, encoding: .utf8) else { throw wrong(path, .syntax, "not UTF-8") }
    return text
  }

  /// The message about a file that is data, or anything else that does not look like a pipeline.
  private static func foreign(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: FileLook.byteCount), let format = FileLook(Array(head))?.format,
      format.isNeverYAML || format.isData
    else { return nil }
    let reason = "this file is not a YAML pipeline: it looks like \(format.words)"
    return format.isData
      ? reason + ". To use the file as a source, write a pipeline with sources: {places: {path: \(path)}}"
      : "\(reason). \(format.advice)"
  }

  /// Reads a configuration from YAML text. O(length).
  ///
  /// - Parameters:
  ///   - text: the YAML; a byte-order mark is allowed.
  ///   - file: the name for messages. Relative paths are resolved against its folder.
  ///   - environment: the environment variables that the text can refer to, and those that override its values
  ///     (`ConfigurationOverride.environmentVariables`).
  ///   - overrides: values from the command line, which override the environment and the file.
  /// - Throws: `ConfigurationError` with all problems in the file.
  package init(
    yaml text: String, file: String, environment: [String: String] = [:], overrides: [ConfigurationOverride] = []
  ) throws(ConfigurationError) {
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    let overrides = ConfigurationOverride.all(in: environment) + overrides
    var log = ProblemLog(text: text, origins: overrides.map(\.origin))
    var reader = YAMLReader(environment: environment)
    var reading: Reading<PipelineConfiguration>?
    if var root = reader.read(text, &log) {
      for (index, override) in overrides.enumerated() { root.apply(override, number: index + 1) }
      reading = PipelineConfiguration.rule.read(root, &log)
    }
    guard log.problems.isEmpty, let reading else {
      throw ConfigurationError(file: file, problems: log.problems, unlisted: log.unlisted)
    }
    self = reading.value
    self.file = file
    self.text = text
    origins = overrides.map(\.origin)
    folder = Self.folder(of: file)
    canonicalText = reading.canonical
  }

  /// The folder of a file, "." for a name alone and for standard input.
  ///
  /// Foundation's own `deletingLastPathComponent` traps on a name of one character.
  static func folder(of file: String) -> String {
    guard file != "-", let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  private static func wrong(_ path: String, _ code: ConfigurationProblem.Code, _ reason: String) -> ConfigurationError {
    var log = ProblemLog(text: "")
    log.note(code, at: .start, reason)
    return ConfigurationError(file: path, problems: log.problems)
  }
}
