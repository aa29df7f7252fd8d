/// Why a bundle or an archive could not be looked into.
public struct InspectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason in words, with the file it is about.
  public var reason: String

  /// Makes an error.
  public init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}
