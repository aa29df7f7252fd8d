import Foundation
import OvertileFeatures

/// The page on the state of a site.
enum SiteHealth {
  /// `ok`, or `stale` if a bundle was published that cannot be opened, or if a route says so; the state of each bundle, and
  /// what routes add.
  ///
  /// The reason why a bundle cannot be opened is in the log alone, because it names paths of the machine.
  static func json(_ states: [BundleSlot.State], _ routes: [RouteHealth], seconds: Double) -> JSONValue {
    let bundles = states.map { state -> JSONValue in
      [
        "name": .string(state.bundle.name), "version": .string(state.bundle.version),
        "opened": .string(state.bundle.opened.ISO8601Format()), "reloads": .int(Int64(state.reloads)),
        "status": .string(word(state.failure != nil)),
      ]
    }
    let isStale = states.contains { $0.failure != nil } || routes.contains(where: \.isStale)
    var members: NamedValues<JSONValue> = [
      "status": .string(word(isStale)), "seconds": .double(seconds), "bundles": .array(bundles),
    ]
    for route in routes { members[route.name] = route.value }
    return .object(members)
  }

  private static func word(_ isStale: Bool) -> String { isStale ? "stale" : "ok" }
}
