/// The way in which the shapes of a layer are simplified.
package enum ShapeMethod: String, Sendable, CaseIterable {
  /// All shapes together: borders that they share stay shared.
  case coverage
  /// Each shape by itself; rings stay rings and do not cross: GEOSTopologyPreserveSimplify_r.
  case topology
  /// Each shape by itself; invalid results are made valid again, collapsed ones vanish: GEOSSimplify_r.
  case douglasPeucker = "douglas-peucker"
  /// Not at all.
  case nothing = "none"
}
