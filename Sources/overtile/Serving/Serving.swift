import ArgumentParser
import OvertileCore
import OvertilePipeline
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
  /// - Throws: `PipelineError.unavailable` if nothing can be served at the address.
  func run(ready: (String) throws -> Void) throws {
    var limits = ServerLimits()
    limits.connections = min(limits.connections, max(1, OpenFileLimit.raised(to: 4096) - Self.spareDescriptors))
    let server: WebServer
    do { server = try WebServer(host: address.host, port: Int(address.port), limits: limits, handler: site) } catch {
      throw PipelineError.unavailable("\(error)")
    }
    let signals = try SignalWatch(stop: { server.stop() })
    defer { signals.stop() }
    let url = "http://\(Self.name(server)):\(server.port)"
    if ["0.0.0.0", "::"].contains(server.address) {
      log.warn(
        "--host \(address.host) makes the bundles available without a login to every machine that can reach this one")
    }
    try ready(url)
    server.run()
  }

  /// The host in addresses: that of this machine for all addresses, and IPv6 in brackets.
  private static func name(_ server: WebServer) -> String {
    switch server.address {
    case "0.0.0.0": "127.0.0.1"
    case "::": "[::1]"
    case let address: address.contains(":") ? "[\(address)]" : address
    }
  }
}
