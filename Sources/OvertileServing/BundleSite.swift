import Foundation
import OvertileBundleFormat
import OvertileExecution
import OvertileFeatures
import OvertileHTTP
import OvertileRegularFiles
import OvertileSearching

/// A site of bundles: every request has a response, made from one opened bundle.
///
/// Threads call it at once, and it blocks them while it reads. It follows bundles that are published again; see
/// `BundleSlot`.
package final class BundleSite: RequestHandler {
  /// The bundles by their names on the site.
  private let slots: [String: BundleSlot]
  private let names: [String]
  private let routes: [any SiteRoute]
  private let metrics = SiteMetrics()
  private let report: @Sendable (SiteEvent) -> Void
  private let began = Stopwatch()
  private let failures = FailureReports()

  /// Opens bundles.
  ///
  /// - Parameters:
  ///   - addresses: the bundles; at least one.
  ///   - routes: further routes, which come first.
  ///   - report: receives events, from any thread.
  /// - Throws: `NamingError`, `BundleError`, `ListedFileError`, `ArchiveError`.
  package init(
    _ addresses: [BundleAddress], routes: [any SiteRoute] = [],
    report: @escaping @Sendable (SiteEvent) -> Void = { _ in }
  ) throws {
    try BundleAddress.check(addresses)
    names = addresses.map(\.name)
    slots = Dictionary(try addresses.map { ($0.name, try BundleSlot($0)) }, uniquingKeysWith: { first, _ in first })
    (self.routes, self.report) = (routes, report)
  }

  /// The bundles that are served now, in the order of their arguments. Looks for new ones first.
  package func bundles() -> [OpenedBundle] {
    for name in names { refresh(name) }
    return states.map(\.bundle)
  }

  /// The bundle that is served now under a name, or nil. Looks for a new one first.
  package func bundle(named name: String) -> OpenedBundle? {
    refresh(name)
    return slots[name]?.bundle(version: nil)
  }

  private var states: [BundleSlot.State] { names.compactMap { slots[$0]?.state } }

  /// Looks for a new bundle, if the last look is long ago.
  private func refresh(_ name: String, isForced: Bool = false) {
    switch slots[name]?.refresh(isForced: isForced) {
    case .replaced(let bundle): report(.replaced(name: name, version: bundle.version))
    case .failed(let reason): report(.stale(name: name, reason: reason))
    case .restored(let bundle): report(.restored(name: name, version: bundle.version))
    case nil: break
    }
  }

  /// The response to a request; never fails.
  package func response(to request: ServedRequest) -> ServedResponse {
    let clock = Stopwatch()
    var route = "other"
    var response: ServedResponse
    do {
      response = try found(request, &route)
    } catch let fault as RequestFault {
      response = SiteFault.response(fault)
    } catch {
      if failures.admits("\(error)") {
        report(.failed(address: "/" + request.path.joined(separator: "/"), reason: "\(error)"))
      }
      response = SiteFault.response(
        SystemShortage(in: "\(error)") == nil
          ? RequestFault(.internalError, "damaged", "a file of the bundle cannot be read; the server's log names it")
          : RequestFault(.unavailable, "busy", "the server is short of open files or memory; try again"))
    }
    response.fields += CrossOrigin.fields
    let bytes = request.method == .head ? 0 : response.body.count ?? 0
    metrics.count(route, status: response.status.rawValue, bytes: bytes, seconds: clock.seconds)
    return response
  }

  /// The response to bytes that are no request.
  package func response(to fault: RequestFault) -> ServedResponse {
    var response = SiteFault.response(fault)
    response.fields += CrossOrigin.fields
    metrics.count("other", status: fault.status.rawValue, bytes: response.body.count ?? 0, seconds: 0)
    return response
  }

  private func found(_ request: ServedRequest, _ route: inout String) throws -> ServedResponse {
    if request.method == .options {
      route = "options"
      return CrossOrigin.preflight()
    }
    for further in routes {
      if let response = try further.response(to: request, on: self) {
        route = further.name
        return response
      }
    }
    switch request.path {
    case [""]:
      route = "index"
      try request.checkParameters(among: [])
      return SiteJSON.response(
        SiteIndex(origin: request.origin).site(bundles()), request, varyingFields: ServedRequest.originFields)
    case ["health"]:
      route = "health"
      try request.checkParameters(among: [])
      _ = bundles()
      let health = SiteHealth.json(states, routes.compactMap { $0.health }, seconds: began.seconds)
      return SiteJSON.response(health, request)
    case ["metrics"]:
      route = "metrics"
      try request.checkParameters(among: [])
      _ = bundles()
      return ServedResponse(
        type: "text/plain; version=0.0.4; charset=utf-8", Array(metrics.text(states).utf8),
        [.init("Cache-Control", "no-store")])
    default: return try ofBundle(request, &route)
    }
  }

  private func ofBundle(_ request: ServedRequest, _ route: inout String) throws -> ServedResponse {
    guard let name = request.path.first, let slot = slots[name] else {
      let near = NearestName.suggestion(for: request.path.first ?? "", among: names)
      let list = names.map { "/\($0)/" }.joined(separator: ", ")
      throw RequestFault(.notFound, "unknown-bundle", "there is no such bundle\(near); this server has \(list)")
    }
    let address = try BundleRoute(Array(request.path.dropFirst()))
    route = address.name
    refresh(name)
    let version = try request.parameter("v")
    for attempt in 1...Self.attempts {
      guard let bundle = slot.bundle(version: version) else { break }
      do {
        return try BundleResponse(bundle: bundle, request: request, isPinned: version != nil).response(to: address)
      } catch BundleError.replaced {
        // Its folder is being removed: another bundle is there, or will be in a moment.
        if attempt > 1 { usleep(5_000) }
        refresh(name, isForced: true)
        if attempt > 1, version != nil { break }
      }
    }
    guard let version else {
      throw RequestFault(.unavailable, "busy", "the bundle is published again and again at this moment; try again")
    }
    throw RequestFault(
      .gone, "old-version",
      "the bundle was published again, and version \(version.prefix(64)) is no longer held; read tile.json again")
  }

  /// How often a response is begun again with another bundle, because the one before it is being removed.
  private static let attempts = 20
}
