import OvertileReading

extension Repair {
  /// Whether the repair adapts correct data for display on a map, rather than correcting an error in the data.
  var isHarmless: Bool { ![.validity, .ringClosed, .latitudeClamped].contains(self) }
}
