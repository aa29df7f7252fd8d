/// The part of a circle that a feature of a tile is; the parts of a circle share its id.
package enum CirclePart: String, Sendable, CaseIterable {
  /// A point at the center.
  case center
  /// The outline as a polygon, clipped to the tile.
  case ring
  /// A point at the center of a circle that is too small to draw.
  case dot
  /// The outline of several circles.
  case dissolved

  /// The parts that a layer may request.
  package static let drawn: [CirclePart] = [.center, .ring]
}

/// The circles of a layer that become one shape if they overlap.
package enum CircleDissolving: String, Sendable, CaseIterable {
  /// None.
  case nothing = "none"
  /// All.
  case all
  /// Those with the same value of a property.
  case byProperty = "property"
}
