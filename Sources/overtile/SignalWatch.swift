import Dispatch
import Foundation

/// Calls a closure on the first SIGINT or SIGTERM instead of ending the process.
final class SignalWatch {
  private var sources: [any DispatchSourceSignal] = []

  /// Starts watching.
  init(_ action: @escaping @Sendable () -> Void) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: action)
      source.resume()
      sources.append(source)
    }
  }

  /// Gives the signals their ordinary meaning back.
  func stop() {
    for source in sources { source.cancel() }
    sources = []
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
