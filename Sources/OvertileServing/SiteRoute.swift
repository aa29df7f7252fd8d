import OvertileFeatures
import OvertileHTTP

/// Further addresses of a site, beside those of its bundles: a page, a style, a stream of events.
package protocol SiteRoute: Sendable {
  /// The route's name in the metrics.
  var name: String { get }

  /// What this route adds to the page on the state of the site; nil for nothing. Called from any thread.
  var health: RouteHealth? { get }

  /// The response to a request; nil if its address is none of this route.
  ///
  /// Called before the site's own routes, on a thread that may block. Throws `RequestFault` for a wrong request of this
  /// route; other errors are faults of the server, and only the log has their texts.
  func response(to request: ServedRequest, on site: BundleSite) throws -> ServedResponse?
}

extension SiteRoute {
  /// Nothing.
  package var health: RouteHealth? { nil }
}

/// A member of the page on the state of a site.
package struct RouteHealth: Sendable {
  let name: String
  let value: JSONValue
  let isStale: Bool

  /// Makes a member; `isStale` says that what the site shows is older than it should be.
  package init(_ name: String, _ value: JSONValue, isStale: Bool) {
    (self.name, self.value, self.isStale) = (name, value, isStale)
  }
}
