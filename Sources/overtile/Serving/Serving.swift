import ArgumentParser
import Foundation
import OvertileCore
import OvertileServing

/// A site at an address of this machine, until a signal ends it.
struct Serving {
  /// Where to listen.
  let address: ListenOptions
  /// The site.
  let site: BundleSite
  /// Where messages go.
  let log: ServingLog

  /// Descriptors that are kept for the system's queues and for bundles that are published meanwhile.
  private static let spareDescriptors = 64

  /// Serves, and calls a closure with the site's address when it can be reached.
  ///
  /// - Throws: `InspectionError` if nothing can be served at the address.
  func run(ready: (String) throws -> Void) throws {
    var limits = ServerLimits()
    limits.connections = min(limits.connections, max(1, OpenFileLimit.raised(to: 4096) - Self.spareDescriptors))
    let server = try WebServer(host: address.host, port: Int(address.port), limits: limits, handler: site.response)
    let signals = try SignalWatch(stop: { server.stop() })
    defer { signals.stop() }
    // For all addresses of this machine stands its own.
    let ownHost = ["0.0.0.0": "127.0.0.1", "::": "::1"][server.address]
    if ownHost != nil {
      log.warn(
        "--host \(address.host) makes the bundles available without a login to every machine that can reach this one")
    }
    let host = ownHost ?? server.address
    try ready("http://\(host.contains(":") ? "[\(host)]" : host):\(server.port)")
    server.run()
  }
}

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
    case .served(let name, let version, let isRestored):
      lock.withLock { events.served(name, version: version, isRestored: isRestored) }
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
