/// The reason that a bundle or an archive could not be inspected.
package struct InspectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason in words, with the file concerned.
  package var reason: String

  /// Makes an error.
  package init(_ reason: String) { self.reason = reason }

  /// The reason.
  package var description: String { reason }
}
