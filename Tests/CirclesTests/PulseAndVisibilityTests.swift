import OvertileCircles
import Testing

@Suite struct PulseAndVisibilityTests {
  @Test func pulseDefaults() throws {
    let pulse = try PulseEnvelope()
    #expect(pulse.scaleFrom == 0.8 && pulse.scaleTo == 1.2 && pulse.largestScale == 1.2)
    #expect(pulse.opacityFrom == 0.5 && pulse.opacityTo == 0.05 && pulse.seconds == 2)
    #expect(try PulseEnvelope(scale: (1.5, 0.5)).largestScale == 1.5)
  }

  @Test func pulseRejectsBadNumbers() {
    for scale in [0, -1, .nan, .infinity, 101] {
      #expect(throws: CircleError.self) { try PulseEnvelope(scale: (1, scale)) }
    }
    for opacity in [-0.1, 1.1, .nan] {
      #expect(throws: CircleError.self) { try PulseEnvelope(opacity: (opacity, 1)) }
    }
    for seconds in [0, -1, .nan, .infinity] {
      #expect(throws: CircleError.self) { try PulseEnvelope(seconds: seconds) }
    }
  }

  @Test func visibilityDecidesInOrder() throws {
    let rule = try CircleVisibility(hideBelowZoom: 4, hideBelowPixels: 1, hideAbovePixels: 300, dotBelowPixels: 3)
    #expect(rule.appearance(radiusPixels: 0.5, zoom: 3) == .hidden(.zoom))
    #expect(rule.appearance(radiusPixels: 0.5, zoom: 4) == .hidden(.small))
    #expect(rule.appearance(radiusPixels: 1, zoom: 4) == .dot)
    #expect(rule.appearance(radiusPixels: 3, zoom: 4) == .full)
    #expect(rule.appearance(radiusPixels: 300, zoom: 4) == .full)
    #expect(rule.appearance(radiusPixels: 300.1, zoom: 4) == .hidden(.large))
    #expect(try CircleVisibility().appearance(radiusPixels: 1e-9, zoom: 0) == .full)
  }

  @Test func visibilityRejectsWhatHidesEverything() {
    #expect(throws: CircleError.self) { try CircleVisibility(hideBelowPixels: 10, hideAbovePixels: 5) }
    #expect(throws: CircleError.self) { try CircleVisibility(dotBelowPixels: .nan) }
    #expect(throws: CircleError.self) { try CircleVisibility(hideBelowPixels: 0) }
  }

  @Test func chordTolerancesAreInWorldUnits() throws {
    #expect(try ChordTolerance(pixels: 1, zoom: 0, tileSize: 512).worldUnits == 8_388_608)
    #expect(try ChordTolerance(worldUnits: 1e-9).worldUnits == ChordTolerance.minimum)
    for bad in [0, -1, .nan, .infinity] {
      #expect(throws: CircleError.self) { try ChordTolerance(worldUnits: bad) }
    }
    #expect(throws: CircleError.self) { try ChordTolerance(pixels: 1, zoom: 0, tileSize: 0) }
  }

  @Test func errorsSayWhatWasExpected() {
    #expect(throws: CircleError.self) { try PulseEnvelope(seconds: -3) }
    do throws(CircleError) { _ = try PulseEnvelope(seconds: -3) } catch {
      #expect(error.code == .pulse && error.value == -3)
      #expect(error.description == "circle-pulse: -3.0 is not a number of seconds above 0")
    }
  }
}
