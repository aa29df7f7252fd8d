/// The reason that an operation on a shape failed.
package struct ShapeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure. The raw values are stable: they appear in ledgers and reports.
  package enum Code: String, Sendable {
    /// GEOS gave no context or ran out of memory.
    case unavailable = "geos-unavailable"
    /// Nothing of the shape's own dimension is left: a polygon without area, a line without length.
    case collapsed = "shape-collapsed"
    /// Its repair would take more time and memory than a budget allows.
    case tooComplex = "shape-too-complex"
    /// A GEOS operation failed.
    case operationFailed = "shape-operation-failed"
  }

  /// The kind of failure.
  package let code: Code
  /// The operation that failed: a GEOS function's name, or a phrase for an operation of this module.
  package var operation = "make valid"
  /// The message of GEOS or of this module.
  package let message: String

  /// "operation: message (code)".
  package var description: String { "\(operation): \(message) (\(code.rawValue))" }
}
