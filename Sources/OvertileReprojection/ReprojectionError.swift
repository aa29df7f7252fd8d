/// The reason that a coordinate reference system or an operation cannot be used.
///
/// Single points that fail are not errors: see `PointFailure`.
package struct ReprojectionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of error.
  package enum Code: Sendable {
    /// PROJ does not know the definition, or cannot read it.
    case unknownCRS
    /// The definition is understood but has no horizontal position: a height, a time, geocentric axes, an
    /// operation.
    case unsupportedCRS
    /// PROJ knows no operation from the system to longitude and latitude that works with the grids installed.
    case noOperation
    /// The best usable operation is worse than the required accuracy, or of unknown accuracy.
    case accuracyTooLow
    /// PROJ's own database (`proj.db`) is not where PROJ looks for it.
    case databaseMissing
    /// PROJ rejected something that should always work.
    case projFailure
  }

  /// The kind of error.
  package let code: Code
  /// The definition of the coordinate reference system concerned, shortened to 80 characters.
  package let definition: String
  /// The error in a sentence, with advice if there is any.
  package let reason: String
  /// PROJ's own words; empty if there are none.
  package let projMessage: String

  init(_ code: Code, definition: String, reason: String, projMessage: String = "") {
    // PROJ may know the definition, but had no memory to report it.
    self.code = projMessage.contains("bad_alloc") ? .projFailure : code
    self.definition = definition.count > 80 ? definition.prefix(77) + "..." : definition
    self.reason = reason
    self.projMessage = projMessage
  }

  /// Definition, reason and PROJ's words in one line.
  package var description: String {
    let text = definition.isEmpty ? reason : "\(definition): \(reason)"
    return projMessage.isEmpty ? text : "\(text) (PROJ: \(projMessage))"
  }
}
