/// A diagram, as values; a renderer draws it.
package struct Diagram: Sendable, Hashable {
  /// The title.
  package var title: String
  /// The content in words, for those who do not see it.
  package var description: String
  /// The names of the series, in the order of their colors.
  package var series: [String]
  /// The content.
  package var drawing: Drawing

  /// The forms of diagrams.
  package enum Drawing: Sendable, Hashable {
    /// Horizontal bars.
    case bars([Bar])
    /// Points on a map with the bounds west, south, east, north in degrees, or those of the points if they are nil.
    case map([Point], bounds: [Double]?)
  }

  /// A bar of one or several segments.
  package struct Bar: Sendable, Hashable {
    /// The label before it.
    package var label: String
    /// The lengths of its segments, by series.
    package var segments: [Double]
    /// The value behind it, with its unit.
    package var value: String
  }

  /// A point on a map.
  package struct Point: Sendable, Hashable {
    /// Degrees east.
    package var longitude: Double
    /// Degrees north.
    package var latitude: Double
    /// The series.
    package var series: Int
    /// The text about it.
    package var label: String
  }
}
