/// How a circle pulses on the screen: its scale and opacity run from one value to another, again and again.
package struct PulseEnvelope: Sendable, Hashable {
  /// The scale of the radius at the start.
  package let scaleFrom: Double
  /// The scale of the radius at the end.
  package let scaleTo: Double
  /// The opacity at the start, 0...1.
  package let opacityFrom: Double
  /// The opacity at the end, 0...1.
  package let opacityTo: Double
  /// The seconds from start to end.
  package let seconds: Double

  /// The largest scale that `init` accepts.
  package static let maximumScale = 100.0

  /// Makes an envelope. The defaults swell from 0.8 to 1.2 while fading from 0.5 to 0.05 in 2 seconds.
  ///
  /// Throws unless scales are above 0 and at most `maximumScale`, opacities in 0...1, and seconds above 0 and finite.
  package init(
    scale: (from: Double, to: Double) = (0.8, 1.2), opacity: (from: Double, to: Double) = (0.5, 0.05),
    seconds: Double = 2
  ) throws(CircleError) {
    for value in [scale.from, scale.to] where !(value > 0 && value <= Self.maximumScale) {
      throw CircleError(.pulse, value, expected: "a scale above 0 and at most \(Self.maximumScale)")
    }
    for value in [opacity.from, opacity.to] where !(0...1).contains(value) {
      throw CircleError(.pulse, value, expected: "an opacity in 0...1")
    }
    guard seconds > 0 && seconds.isFinite else {
      throw CircleError(.pulse, seconds, expected: "a number of seconds above 0")
    }
    (scaleFrom, scaleTo) = scale
    (opacityFrom, opacityTo) = opacity
    self.seconds = seconds
  }

  /// The largest scale that the pulse reaches: the one at which a circle is indexed.
  package var largestScale: Double { max(scaleFrom, scaleTo) }
}
