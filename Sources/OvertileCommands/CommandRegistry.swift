import Foundation
import OvertileCore

/// The commands that a run has started, so that another thread can end them when the run has to stop.
package final class CommandRegistry: @unchecked Sendable {
  // Guarded by `lock`, which is also held while a command is started and while its number is released: a signal never
  // reaches another process that got the number.
  private var running: [pid_t: StartedProcess] = [:]
  private var isStopped = false
  private let lock = NSLock()

  /// Creates an empty registry.
  package init() {}

  /// Whether the run was asked to stop.
  package var wasStopped: Bool { lock.withLock { isStopped } }

  /// Asks every command to end and prevents further commands from starting. May be called from any thread.
  package func stop() { signal(SIGTERM) }

  /// Ends every command at once, for a process that is about to end itself. May be called from any thread.
  package func kill() { signal(SIGKILL) }

  private func signal(_ number: Int32) {
    lock.withLock {
      isStopped = true
      for process in running.values { process.signal(number) }
    }
  }

  /// Starts a command, unless the run was asked to stop.
  func start(_ body: () throws(CommandError) -> StartedProcess) throws(CommandError) -> StartedProcess {
    lock.lock()
    defer { lock.unlock() }
    guard !isStopped else { throw CommandError(.cancelled, "stopped on request") }
    let started = try body()
    running[started.number] = started
    return started
  }

  /// Ends the remaining processes of a command whose first process has ended, and releases the process number.
  func reap(_ process: StartedProcess) {
    lock.withLock {
      // While it is not reaped, no other group can have its number.
      process.signal(SIGKILL)
      running[process.number] = nil
      process.release()
    }
  }
}
