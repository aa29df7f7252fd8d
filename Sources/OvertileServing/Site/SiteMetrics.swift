import Foundation

/// Counts of the responses of a site, in the text format of Prometheus.
final class SiteMetrics: @unchecked Sendable {
  /// The responses of one route.
  private struct Route {
    var statuses: [UInt: Int] = [:]
    var bytes = 0
    /// The responses within each of the bounds.
    var buckets = [Int](repeating: 0, count: SiteMetrics.bounds.count)
    var seconds = 0.0
    var count = 0
  }

  /// Upper bounds of the histogram's buckets, in seconds.
  private static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

  // Guards the routes.
  private let lock = NSLock()
  private var routes: [String: Route] = [:]

  /// Counts a response of a route, with the bytes of its body and the seconds that it took to make.
  func count(_ name: String, status: UInt, bytes: Int, seconds: Double) {
    lock.withLock {
      var route = routes[name] ?? Route()
      route.statuses[status, default: 0] += 1
      route.bytes += bytes
      route.seconds += seconds
      route.count += 1
      for (index, bound) in Self.bounds.enumerated() where seconds <= bound { route.buckets[index] += 1 }
      routes[name] = route
    }
  }

  /// The text, with the state of the bundles. Labels are sorted.
  func text(_ slots: [BundleSlot.State]) -> String {
    let routes = lock.withLock { self.routes }.sorted { $0.key < $1.key }
    var text = ""
    func begin(_ name: String, _ type: String, _ help: String) {
      text += "# HELP overtile_serve_\(name) \(help)\n# TYPE overtile_serve_\(name) \(type)\n"
    }
    func add(_ name: String, _ labels: KeyValuePairs<String, String>, _ value: some CustomStringConvertible) {
      let words = labels.map { label, value in
        let escaped = value.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\(label)=\"\(escaped)\""
      }
      text += "overtile_serve_\(name){\(words.joined(separator: ","))} \(value)\n"
    }
    begin("requests_total", "counter", "Responses by route and status.")
    for (name, route) in routes {
      for (status, count) in route.statuses.sorted(by: { $0.key < $1.key }) {
        add("requests_total", ["route": name, "status": "\(status)"], count)
      }
    }
    begin("response_bytes_total", "counter", "Bytes of the bodies of responses.")
    for (name, route) in routes { add("response_bytes_total", ["route": name], route.bytes) }
    begin("request_seconds", "histogram", "Seconds that responses took to make, without those to send them.")
    for (name, route) in routes {
      for (bound, count) in zip(Self.bounds, route.buckets) {
        add("request_seconds_bucket", ["route": name, "le": "\(bound)"], count)
      }
      add("request_seconds_bucket", ["route": name, "le": "+Inf"], route.count)
      add("request_seconds_sum", ["route": name], route.seconds)
      add("request_seconds_count", ["route": name], route.count)
    }
    begin("bundle_info", "gauge", "The version of the bundle that is served, as a label.")
    for slot in slots { add("bundle_info", ["bundle": slot.bundle.name, "version": slot.bundle.version], 1) }
    begin("bundle_opened_timestamp_seconds", "gauge", "When the bundle was opened.")
    for slot in slots {
      add("bundle_opened_timestamp_seconds", ["bundle": slot.bundle.name], slot.bundle.opened.timeIntervalSince1970)
    }
    begin("bundle_reloads_total", "counter", "Bundles that replaced the one before since the start.")
    for slot in slots { add("bundle_reloads_total", ["bundle": slot.bundle.name], slot.reloads) }
    begin("bundle_stale", "gauge", "1 if the bundle that is published cannot be opened, and an older one is served.")
    for slot in slots { add("bundle_stale", ["bundle": slot.bundle.name], slot.failure == nil ? 0 : 1) }
    return text
  }
}
