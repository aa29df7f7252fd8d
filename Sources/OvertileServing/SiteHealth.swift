import Foundation
import OvertileFeatures

/// The page on the state of a site.
enum SiteHealth {
  /// `ok`, or `stale` if a bundle was published that cannot be opened; and the state of each bundle.
  ///
  /// The reason of a failure is in the log alone, because it names paths of the machine.
  static func json(_ states: [BundleSlot.State], seconds: Double) -> JSONValue {
    let bundles = states.map { state -> JSONValue in
      [
        "name": .string(state.bundle.name), "version": .string(state.bundle.version),
        "opened": .string(state.bundle.opened.ISO8601Format()), "reloads": .int(Int64(state.reloads)),
        "status": .string(word(state)),
      ]
    }
    return [
      "status": .string(states.map(word).first { $0 != "ok" } ?? "ok"), "seconds": .double(seconds),
      "bundles": .array(bundles),
    ]
  }

  private static func word(_ state: BundleSlot.State) -> String { state.failure == nil ? "ok" : "stale" }
}
