/// An event that the operator of a site wants to know about.
package enum SiteEvent: Sendable, Hashable {
  /// Another bundle was published and is served now.
  case replaced(name: String, version: String)
  /// A bundle was published that cannot be opened; the old one is still served.
  case stale(name: String, reason: String)
  /// The path has the bundle again that is served, after one that could not be opened, or none.
  case restored(name: String, version: String)
  /// A response failed for a fault of the server or of a file.
  case failed(address: String, reason: String)
}
