import Foundation
import OvertileCore
import OvertileExpressions
import OvertilePipeline

/// One line at the bottom of a terminal: stage, share, rate and time left.
final class ProgressBar {
  private var clock = Stopwatch()
  private var shown: Stopwatch?
  private var isVisible = false

  /// The shortest time between two drawings, in seconds.
  private static let interval = 0.1

  /// Starts the clock of a stage.
  func begin(_ stage: BuildStage) {
    clock = Stopwatch()
    shown = nil
    draw("\(stage.title) ...")
  }

  /// Draws the state of a stage, at most ten times a second.
  func show(_ progress: BuildProgress) {
    if let shown, shown.seconds < Self.interval { return }
    shown = Stopwatch()
    let text = ProgressText.line(progress, seconds: clock.seconds)
    guard let total = progress.total, total > 0 else { return draw(text) }
    let width = 24
    let filled = min(width, Int(Double(width) * Double(progress.done) / Double(total)))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    draw(bar + " " + text)
  }

  /// Removes the line from the screen.
  func clear() {
    guard isVisible else { return }
    StandardError.writeRaw("\r\u{1B}[K")
    isVisible = false
  }

  private func draw(_ text: String) {
    StandardError.writeRaw("\r\u{1B}[K" + String(text.prefix(max(20, StandardError.columns - 1))))
    isVisible = true
  }
}

/// Progress in words.
enum ProgressText {
  /// "reading 43 %, 812,345 features, 401,000/s, 2 s left".
  static func line(_ progress: BuildProgress, seconds: Double) -> String {
    var parts = [progress.stage.title]
    var left: Double?
    if let total = progress.total, total > 0 {
      let share = min(1, Double(progress.done) / Double(total))
      parts[0] += " \(Int(share * 100)) %"
      if share > 0.02, seconds > 1 { left = seconds * (1 - share) / share }
    }
    parts.append("\(Counted.grouped(progress.items)) \(progress.itemName)")
    if seconds > 0.5 { parts.append("\(Counted.grouped(UInt64(Double(progress.items) / seconds)))/s") }
    if let left { parts.append("\(Int(left.rounded(.up))) s left") }
    return parts.joined(separator: ", ")
  }
}
