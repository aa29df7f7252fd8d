/// The way in which the shapes of a layer were simplified.
package enum ShapeMethodName: String, Sendable, CaseIterable {
  /// All shapes together: borders that they share stay shared.
  case coverage
  /// Each shape by itself; a valid polygon stays valid.
  case topology
  /// Each shape by itself; invalid results are made valid again.
  case douglasPeucker = "douglas-peucker"
  /// Not at all.
  case nothing = "none"
}
