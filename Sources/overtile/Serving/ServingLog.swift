import Foundation
import OvertileServing

/// The messages of a server on standard error, from any thread.
final class ServingLog: @unchecked Sendable {
  // Guards the fields below.
  private let lock = NSLock()
  private let events: EventLog
  private var failure = ""

  /// A log with the options' format.
  init(_ options: LogOptions) { events = EventLog(options) }

  /// Writes a warning.
  func warn(_ text: String) { lock.withLock { events.receive(.warning(text)) } }

  /// Writes an event of a site.
  func receive(_ event: SiteEvent) {
    switch event {
    case .replaced(let name, let version): lock.withLock { events.replaced(name, version: version) }
    case .restored(let name, let version): lock.withLock { events.restored(name, version: version) }
    case .stale(let name, let reason):
      warn("\(name): the newly published bundle cannot be opened, so the previous one is still served: \(reason)")
    case .failed(let address, let reason):
      // A damaged file that is asked for again and again does not fill the log.
      let isKnown = lock.withLock {
        defer { failure = reason }
        return reason == failure
      }
      guard !isKnown else { return }
      warn("\(address): the request failed: \(reason)")
    }
  }

  /// Runs the body of a server; its error is reported and becomes its status.
  func reporting<R>(_ body: () throws -> R) throws -> R {
    do {
      // Bundles are read by tasks, and their files stay open.
      try AsynchronousRun.startQueues()
      return try body()
    } catch {
      let status = ExitStatus(of: error)
      lock.withLock { events.fail(error, status: status) }
      throw status
    }
  }
}
