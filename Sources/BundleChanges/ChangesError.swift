/// Why two bundles could not be compared, or a patch not made or applied.
public struct ChangesError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason in words, with the file it is about.
  public var reason: String

  /// Makes an error.
  public init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}
