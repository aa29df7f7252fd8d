/// The form of an animation.
enum PulseRule {
  private static let scale = Key(
    "scale", pair(0...100), .standard([.double(0.8), .double(1.2)]),
    "The scale factors of the radius at the start and at the end.")
  private static let opacity = Key(
    "opacity", pair(0...1), .standard([.double(0.5), .double(0.05)]),
    "The opacities at the start and at the end, from 0 to 1.")
  private static let duration = Key(
    "duration", Rule<Quantity>.quantity([.seconds, .milliseconds], .above0(through: 3600)), .standard("2s"),
    "The duration from start to end.")

  static let rule = Rule<CircleLayer.Pulse>.mapping([scale, opacity, duration]) { fields, _ in
    let (scale, opacity) = (try fields(scale), try fields(opacity))
    return CircleLayer.Pulse(
      scaleFrom: scale[0], scaleTo: scale[1], opacityFrom: opacity[0], opacityTo: opacity[1],
      durationSeconds: try fields(duration).inBaseUnits)
  }

  /// A list of exactly two numbers.
  private static func pair(_ range: ClosedRange<Double>) -> Rule<[Double]> {
    let list = Rule.number(range).list()
    return Rule<[Double]>(list.schema.adding(["minItems": 2, "maxItems": 2])) { node, log in
      guard let reading = list.read(node, &log) else { return nil }
      guard reading.value.count == 2 else {
        return log.reject(.badValue, node, "expected two numbers, [from, to], found \(reading.value.count)")
      }
      return reading
    }
  }
}
