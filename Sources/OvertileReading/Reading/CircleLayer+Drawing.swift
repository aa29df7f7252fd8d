import OvertileCircles
import OvertileConfiguration

/// Translates the options of a circle layer into the terms of circles.
extension CircleLayer {

  /// When circles are shown, and how.
  package func visibility() throws -> CircleVisibility {
    try CircleVisibility(
      hideBelowZoom: hide.belowZoom, hideBelowPixels: hide.belowSizePixels, hideAbovePixels: hide.aboveSizePixels,
      dotBelowPixels: dotBelowPixels)
  }

  /// How circles are animated; nil for those that are not.
  package func pulseEnvelope() throws -> PulseEnvelope? {
    try pulse.map {
      try PulseEnvelope(
        scale: ($0.scaleFrom, $0.scaleTo), opacity: ($0.opacityFrom, $0.opacityTo), seconds: $0.durationSeconds)
    }
  }
}
