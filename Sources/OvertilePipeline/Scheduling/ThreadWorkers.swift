/// The state that each thread of a pool has for one kind of work, made when the thread needs it.
final class ThreadWorkers<Worker>: @unchecked Sendable {
  /// One thread's state, which no other thread touches.
  private final class Place {
    var worker: Worker?
  }

  private let places: [Place]
  private let make: @Sendable () throws -> Worker

  /// Makes room for the states of so many threads; none is made yet.
  init(threads: Int, _ make: @escaping @Sendable () throws -> Worker) {
    self.make = make
    places = (0..<threads).map { _ in Place() }
  }

  /// Does something with the state of a thread. Called on that thread.
  ///
  /// - Throws: what making the state or the body throws.
  func with<Output>(_ thread: Int, _ body: (inout Worker) throws -> Output) throws -> Output {
    let place = places[thread]
    var worker = try place.worker.take() ?? make()
    defer { place.worker = worker }
    return try body(&worker)
  }

  /// Lets the states go. Called when no thread is at work any more.
  func letGo() {
    for place in places { place.worker = nil }
  }
}
