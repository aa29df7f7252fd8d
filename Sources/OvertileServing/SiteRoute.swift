import OvertileHTTP

/// Further addresses of a site, beside those of its bundles: a page, a style, a stream of events.
package protocol SiteRoute: Sendable {
  /// The route's name in the metrics.
  var name: String { get }

  /// The response to a request; nil if its address is none of this route.
  ///
  /// Called before the site's own routes, on a thread that may block. Throws `RequestFault` for a wrong request of this
  /// route; other errors are faults of the server, and only the log has their texts.
  func response(to request: ServedRequest, on site: BundleSite) throws -> ServedResponse?
}
