/// The time since a moment, on a clock that never steps back.
///
/// The one clock for durations: the wall clock is set by people and programs, and is for time stamps only.
package struct Stopwatch: Sendable {
  private let start: ContinuousClock.Instant

  /// Starts now.
  package init() { start = ContinuousClock.now }

  /// Seconds since the start, 0 or more.
  package var seconds: Double { max(0, start.duration(to: .now) / .seconds(1)) }
}
