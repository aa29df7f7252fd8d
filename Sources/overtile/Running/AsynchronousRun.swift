import Foundation
import OvertileCore
import OvertilePipeline

/// Runs the asynchronous part of a command, and waits for it.
///
/// Commands themselves are not asynchronous: those that need no further thread start none.
enum AsynchronousRun {
  /// The descriptors that the system's queues and a reader of a bundle need, with some to spare.
  private static let descriptors = 8

  /// Runs a body.
  ///
  /// The first one starts the system's queues, which end the process if they get no descriptor of their own.
  ///
  /// - Throws: the error of the body, or `PipelineError.unavailable` if there are too few descriptors.
  static func run(_ body: @escaping @Sendable () async throws -> Void = {}) throws {
    guard SystemShortage.admitsFiles(descriptors) else {
      throw PipelineError.unavailable("cannot open more files: \(String(cString: strerror(EMFILE)))")
    }
    try Blocking.value(body)
  }
}
