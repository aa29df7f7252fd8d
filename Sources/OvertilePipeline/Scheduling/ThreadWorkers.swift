/// The state that each thread of a pool has for one kind of work, made when the thread needs it.
final class ThreadWorkers<Worker>: @unchecked Sendable {
  /// One thread's state, which no other thread touches.
  private final class Slot {
    var worker: Worker?
  }

  private let slots: [Slot]
  private let make: @Sendable () throws -> Worker

  /// Makes room for the states of so many threads; none is made yet.
  init(threads: Int, _ make: @escaping @Sendable () throws -> Worker) {
    self.make = make
    slots = (0..<threads).map { _ in Slot() }
  }

  /// Does something with the state of a thread. Called on that thread.
  ///
  /// - Throws: what making the state or the body throws.
  func with<Output>(_ thread: Int, _ body: (inout Worker) throws -> Output) throws -> Output {
    let slot = slots[thread]
    var worker = try slot.worker.take() ?? make()
    defer { slot.worker = worker }
    return try body(&worker)
  }

  /// Lets the states go. Called when no thread is at work any more.
  func letGo() {
    for slot in slots { slot.worker = nil }
  }
}
