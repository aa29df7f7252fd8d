import Foundation
import OvertileBundleFormat
import OvertileCore

/// A site of bundles: every request has a response, made from one opened bundle.
///
/// Threads call it at once, and it blocks them while it reads. It follows bundles that are published again; see
/// `BundleSlot`.
package final class BundleSite: Sendable {
  /// The bundles in the order of their arguments.
  private let slots: [BundleSlot]
  private let preview: PreviewRoute?
  private let metrics = SiteMetrics()
  private let report: @Sendable (SiteEvent) -> Void
  private let began = Stopwatch()

  /// How often a response is begun again with another bundle, because the one before it is being removed.
  private static let attempts = 20
  /// The most bytes of a response that is made in memory: as many as a tile may have.
  private static let mostBytes = 64 << 20

  /// Opens bundles.
  ///
  /// - Parameters:
  ///   - addresses: the bundles; at least one.
  ///   - preview: the page that shows them, which keeps the site to itself.
  ///   - report: receives events, from any thread.
  /// - Throws: `NamingError`, `BundleError`, `ListedFileError`, `ArchiveError`.
  package init(
    _ addresses: [BundleAddress], preview: PreviewRoute? = nil,
    report: @escaping @Sendable (SiteEvent) -> Void = { _ in }
  ) throws {
    try BundleAddress.check(addresses)
    slots = try addresses.map { try BundleSlot($0) }
    (self.preview, self.report) = (preview, report)
  }

  /// The bundles that are served now, in the order of their arguments. Looks for new ones first.
  package func bundles() -> [OpenedBundle] {
    for slot in slots { refresh(slot) }
    return slots.map(\.state.bundle)
  }

  /// Looks for a new bundle, if the last look is long ago.
  private func refresh(_ slot: BundleSlot, isForced: Bool = false) {
    if let event = slot.refresh(isForced: isForced) { report(event) }
  }

  /// The response to a request, or to bytes that are none; never fails.
  package func response(to message: Result<ServedRequest, RequestFault>) -> ServedResponse {
    let clock = Stopwatch()
    let request = try? message.get()
    var route = "other"
    var response: ServedResponse
    do {
      response = try found(try message.get(), &route)
      if response.body.held > Self.mostBytes { throw RequestFault.tooLarge }
    } catch let fault as RequestFault {
      response = ServedResponse(fault)
    } catch {
      let path = (request?.path ?? []).joined(separator: "/")
      report(.failed(address: "/" + path, reason: "\(error)"))
      response = ServedResponse(SystemShortage(in: "\(error)") == nil ? .damaged : .busy)
    }
    if preview == nil { response.share() }
    metrics.count(
      route, status: response.status.code, bytes: request?.method == .HEAD ? 0 : response.body.count,
      seconds: clock.seconds)
    return response
  }

  private func found(_ request: ServedRequest, _ route: inout String) throws -> ServedResponse {
    if let preview {
      try preview.checkHost(request)
      if let response = try preview.response(to: request, on: self) {
        route = PreviewRoute.segment
        return response
      }
    }
    if request.method == .OPTIONS {
      route = "options"
      return .options
    }
    let pages = [[""]: "index", ["health"]: "health", ["metrics"]: "metrics"]
    guard let page = pages[request.path] else { return try ofBundle(request, &route) }
    route = page
    let (bundles, states) = (self.bundles(), slots.map(\.state))
    switch page {
    case "index":
      let index = SiteIndex(origin: request.origin).site(bundles)
      return request.respond(index, varying: ServedRequest.originFields)
    case "health": return request.respond(SiteIndex.health(states, preview?.pipeline, seconds: began.seconds))
    default:
      return ServedResponse(
        .ok, ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
        body: .init(Array(metrics.text(states).utf8)))
    }
  }

  private func ofBundle(_ request: ServedRequest, _ route: inout String) throws -> ServedResponse {
    guard let slot = slots.first(where: { $0.address.name == request.path.first }) else {
      let list = slots.map { "/\($0.address.name)/" }.joined(separator: ", ")
      throw RequestFault(.notFound, "unknown-bundle", "the server has no such bundle (its bundles are \(list))")
    }
    let address = BundleRoute(Array(request.path.dropFirst()))
    route = address.kind.rawValue
    refresh(slot)
    let version = request.parameter("v")
    for attempt in 1...Self.attempts {
      guard let bundle = slot.bundle(version: version) else { break }
      do {
        return try BundleResponse(bundle: bundle, request: request, isPinned: version != nil).response(to: address)
      } catch BundleError.replaced {
        // Its folder is being removed: another bundle is there, or will be in a moment.
        if attempt > 1 { usleep(5_000) }
        refresh(slot, isForced: true)
        if attempt > 1, version != nil { break }
      }
    }
    guard let version else {
      throw RequestFault(
        .serviceUnavailable, "busy", "the bundle is being published repeatedly; try again")
    }
    throw RequestFault(
      .gone, "old-version",
      "version \(version.prefix(64)) is no longer available, because the bundle was published again; fetch tile.json "
        + "again"
    )
  }
}
