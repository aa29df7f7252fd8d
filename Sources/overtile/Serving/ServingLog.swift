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
    case .replaced(let name, let version):
      lock.withLock { events.served(name, version: version, isRestored: false) }
    case .restored(let name, let version):
      lock.withLock { events.served(name, version: version, isRestored: true) }
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
}
