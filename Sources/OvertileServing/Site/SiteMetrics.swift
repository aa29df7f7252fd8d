import Foundation

/// Counts of the responses of a site, in the text format of Prometheus.
final class SiteMetrics: @unchecked Sendable {
  private struct Key: Hashable, Comparable {
    var route: String
    var status: UInt

    static func < (a: Key, b: Key) -> Bool { (a.route, a.status) < (b.route, b.status) }
  }

  private struct Times {
    var buckets = [Int](repeating: 0, count: SiteMetrics.bounds.count)
    var sum = 0.0
    var count = 0
  }

  /// Upper bounds of the histogram's buckets, in seconds.
  private static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

  // Guards the fields below.
  private let lock = NSLock()
  private var responses: [Key: Int] = [:]
  private var bytes: [String: Int] = [:]
  private var times: [String: Times] = [:]

  /// Counts a response of a route, with the bytes of its body and the seconds that it took to make.
  func count(_ route: String, status: UInt, bytes added: Int, seconds: Double) {
    lock.withLock {
      responses[Key(route: route, status: status), default: 0] += 1
      bytes[route, default: 0] += added
      times[route, default: Times()].sum += seconds
      times[route, default: Times()].count += 1
      if let bucket = Self.bounds.firstIndex(where: { seconds <= $0 }) {
        times[route, default: Times()].buckets[bucket] += 1
      }
    }
  }

  /// The text, with the state of the bundles. Labels are sorted.
  func text(_ slots: [BundleSlot.State]) -> String {
    var lines = lock.withLock { responseLines() + timeLines() }
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

  private func responseLines() -> [String] {
    Self.lines(
      "overtile_serve_requests_total", "counter", "Responses by route and status.",
      responses.keys.sorted().map { ([("route", $0.route), ("status", "\($0.status)")], "\(responses[$0] ?? 0)") })
      + Self.lines(
        "overtile_serve_response_bytes_total", "counter", "Bytes of the bodies of responses.",
        bytes.keys.sorted().map { ([("route", $0)], "\(bytes[$0] ?? 0)") })
  }

  private func timeLines() -> [String] {
    let name = "overtile_serve_request_seconds"
    var lines = Self.lines(name, "histogram", "Seconds that responses took to make, without those to send them.", [])
    for route in times.keys.sorted() {
      guard let entry = times[route] else { continue }
      var sum = 0
      for (bound, count) in zip(Self.bounds, entry.buckets) {
        sum += count
        lines.append(Self.line("\(name)_bucket", [("route", route), ("le", "\(bound)")], "\(sum)"))
      }
      lines.append(Self.line("\(name)_bucket", [("route", route), ("le", "+Inf")], "\(entry.count)"))
      lines.append(Self.line("\(name)_sum", [("route", route)], "\(entry.sum)"))
      lines.append(Self.line("\(name)_count", [("route", route)], "\(entry.count)"))
    }
    return lines
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
