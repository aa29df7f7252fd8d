/// A diagram, as values; a renderer draws it.
package struct Diagram: Sendable, Hashable {
  /// The title.
  package var title: String
  /// The content in words, for those who do not see it.
  package var description: String
  /// The names of the series, in the order of their numbers.
  package var series: [String] = []
  /// The content.
  package var drawing: Drawing

  /// The forms of diagrams.
  package enum Drawing: Sendable, Hashable {
    /// Horizontal bars.
    case bars([Bar])
    /// Points on a map.
    case map(PointMap)
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

  /// Points, and the area that is shown at least.
  package struct PointMap: Sendable, Hashable {
    /// West, south, east, north in degrees; nil for that of the points.
    package var bounds: [Double]?
    /// The points.
    package var points: [Point]

    /// A point.
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
}
