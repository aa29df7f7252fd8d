import Foundation
import OvertileCommands
import OvertileConfiguration
import OvertileExpressions
import OvertileGeoJSON

/// A running command of a source.
final class CommandReader {
  private let origin: SourceCommand
  private let running: RunningCommand
  private var failure: CommandError?

  /// Starts a command.
  ///
  /// - Throws: `PipelineError.unavailable` or `cancelled`.
  init(_ origin: SourceCommand, _ registry: CommandRegistry) throws {
    self.origin = origin
    do {
      running = try RunningCommand(origin.command, limitSeconds: origin.limitSeconds, registry: registry)
    } catch {
      throw origin.failure(error, after: 0, ErrorText())
    }
  }

  /// Its output.
  var output: ByteStream {
    ByteStream { [weak self, running] buffer in
      do {
        return try running.read(into: buffer)
      } catch let error as CommandError {
        self?.failure = error
        throw error
      }
    }
  }

  /// Waits for it to end, after its output was read.
  ///
  /// - Parameter features: the number of features read; nil where the output is something else.
  /// - Returns: the report's entry, and warnings.
  /// - Throws: `PipelineError.commandFailed` when it failed, or `cancelled`.
  func finish(features: Int? = nil) throws -> (report: BuildReport.Command, warnings: [String]) {
    let digest: String
    do {
      digest = try running.finish()
    } catch {
      throw told(error)
    }
    if origin.isOfGDAL, let first = running.errorText.error {
      throw told(CommandError(.failed, "the command exited with status 0, but reported an error (\(first))"))
    }
    if let announced = origin.announced, let features, features < announced {
      let amount = Counted.text(announced, "feature")
      let text =
        "the input declares \(amount), but only \(Counted.grouped(features)) could be read; it may be truncated"
      throw told(CommandError(.failed, text))
    }
    let words = origin.lastWords(running.errorText)
    let report = BuildReport.Command(
      source: origin.source, command: origin.shown, bytes: running.byteCount, sha256: digest,
      seconds: running.seconds, lastWords: words)
    guard !words.isEmpty else { return (report, []) }
    let said = words.suffix(3).joined(separator: " | ")
    return (report, ["source \"\(origin.source)\": the command \(origin.command.name) reported: \(said)"])
  }

  /// The reason behind an error of reading its output: the command's own failure, where there is one.
  func reason(behind error: GeoJSONError) -> PipelineError? {
    if let failure { return told(failure) }
    return running.failureSoon().map(told)
  }

  /// Ends it with all its processes.
  func end() { running.end() }

  /// All of its output, at most so many bytes; for short outputs.
  ///
  /// - Throws: the errors of `finish`.
  func text(atMost limit: Int) throws -> String {
    defer { end() }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while true {
        let count = try buffer.withUnsafeMutableBytes { try running.read(into: $0) }
        if count == 0 { break }
        bytes += buffer[..<count]
        if bytes.count > limit { throw CommandError(.notRead, "the command's output is longer than \(limit) bytes") }
      }
    } catch let error as CommandError {
      throw told(error)
    }
    _ = try finish()
    return String(decoding: bytes, as: UTF8.self)
  }

  private func told(_ error: CommandError) -> PipelineError {
    running.end()
    return origin.failure(error, after: running.byteCount, running.errorText)
  }
}
