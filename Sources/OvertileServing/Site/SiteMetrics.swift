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
    var lines = Self.lines(
      "overtile_serve_requests_total", "counter", "Responses by route and status.",
      routes.flatMap { name, route in
        route.statuses.sorted { $0.key < $1.key }.map { ([("route", name), ("status", "\($0)")], "\($1)") }
      })
    lines += Self.lines(
      "overtile_serve_response_bytes_total", "counter", "Bytes of the bodies of responses.",
      routes.map { ([("route", $0)], "\($1.bytes)") })
    let time = "overtile_serve_request_seconds"
    lines += Self.lines(time, "histogram", "Seconds that responses took to make, without those to send them.", [])
    for (name, route) in routes {
      let buckets = zip(Self.bounds.map { "\($0)" } + ["+Inf"], route.buckets + [route.count])
      lines += buckets.map { Self.line("\(time)_bucket", [("route", name), ("le", $0)], "\($1)") }
      lines.append(Self.line("\(time)_sum", [("route", name)], "\(route.seconds)"))
      lines.append(Self.line("\(time)_count", [("route", name)], "\(route.count)"))
    }
    lines += Self.lines(
      "overtile_serve_bundle_info", "gauge", "The version of the bundle that is served, as a label.",
      slots.map { ([("bundle", $0.bundle.name), ("version", $0.bundle.version)], "1") })
    lines += Self.lines(
      "overtile_serve_bundle_opened_timestamp_seconds", "gauge", "When the bundle was opened.",
      slots.map { ([("bundle", $0.bundle.name)], "\($0.bundle.opened.timeIntervalSince1970)") })
    lines += Self.lines(
      "overtile_serve_bundle_reloads_total", "counter", "Bundles that replaced the one before since the start.",
      slots.map { ([("bundle", $0.bundle.name)], "\($0.reloads)") })
    lines += Self.lines(
      "overtile_serve_bundle_stale", "gauge",
      "1 if the bundle that is published cannot be opened, and an older one is served.",
      slots.map { ([("bundle", $0.bundle.name)], $0.failure == nil ? "0" : "1") })
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(
    _ name: String, _ type: String, _ help: String, _ values: [(labels: [(String, String)], value: String)]
  ) -> [String] {
    ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"] + values.map { line(name, $0.labels, $0.value) }
  }

  private static func line(_ name: String, _ labels: [(String, String)], _ value: String) -> String {
    let text = labels.map { name, value in
      let escaped = value.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
      return "\(name)=\"\(escaped)\""
    }
    return "\(name){\(text.joined(separator: ","))} \(value)"
  }
}
