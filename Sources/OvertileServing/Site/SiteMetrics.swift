import Foundation
import OvertileCore

/// Counts of the responses of a site.
final class SiteMetrics: @unchecked Sendable {
  // Guards the routes.
  private let lock = NSLock()
  /// By route: the responses by status, their bytes, and the seconds that they took.
  private var routes: [String: (statuses: [UInt: Int], bytes: Int, seconds: Double)] = [:]

  /// Counts a response of a route, with the bytes of its body and the seconds that it took to make.
  func count(_ name: String, status: UInt, bytes: Int, seconds: Double) {
    lock.withLock {
      routes[name, default: ([:], 0, 0)].statuses[status, default: 0] += 1
      routes[name]?.bytes += bytes
      routes[name]?.seconds += seconds
    }
  }

  /// The text for Prometheus, with the state of the bundles.
  func text(_ slots: [BundleSlot.State]) -> String {
    let routes = lock.withLock { self.routes }.sorted { $0.key < $1.key }
    func counter(_ part: String, _ help: String, _ samples: [MetricFamily.Sample]) -> MetricFamily {
      MetricFamily("overtile_serve_\(part)", help, type: "counter", samples)
    }
    let families = [
      counter(
        "requests_total", "Responses by route and status.",
        routes.flatMap { name, route in
          route.statuses.sorted { $0.key < $1.key }.map { (Double($1), ["route": name, "status": "\($0)"]) }
        }),
      counter(
        "response_bytes_total", "Bytes of the bodies of responses.",
        routes.map { (Double($1.bytes), ["route": $0]) }),
      counter(
        "request_seconds_total", "Seconds that responses took to make, without those to send them.",
        routes.map { ($1.seconds, ["route": $0]) }),
      counter(
        "bundle_reloads_total", "Bundles that replaced the one before since the start.",
        slots.map { (Double($0.reloads), ["bundle": $0.bundle.name]) }),
      MetricFamily(
        "overtile_serve_bundle_stale", "1 if the published bundle cannot be opened, and an older one is served.",
        slots.map { ($0.failure == nil ? 0 : 1, ["bundle": $0.bundle.name]) }),
    ]
    return families.map { $0.text() }.joined()
  }
}
