import COvertileGEOS
import OvertileCore

/// The only access to GEOS: a context with its messages, owned by one worker.
///
/// Not sendable: make one engine per worker, and use it from that worker only. Results do not depend on what an engine
/// did before. C handles never leave this module.
package final class GeometryEngine {
  /// The version of the GEOS library in use, such as "3.11.1-CAPI-1.17.1".
  ///
  /// Queried once per process: `GEOSversion` writes its result anew into memory that all threads share.
  package static let geosVersion = String(cString: GEOSversion())

  let context: OpaquePointer
  private let messages = MessageLog()
  /// Whether each call ends beyond `CheckLimit.mostChecks`.
  private var isBounded = false

  /// Makes an engine.
  ///
  /// - Throws: `ShapeError` with code `unavailable` if GEOS has no memory for a context.
  package init() throws {
    guard let context = GEOS_init_r() else {
      throw ShapeError(code: .unavailable, operation: "GEOS_init_r", message: "no context")
    }
    self.context = context
    let log = Unmanaged.passUnretained(messages).toOpaque()
    GEOSContext_setErrorMessageHandler_r(context, MessageLog.record, log)
    GEOSContext_setNoticeMessageHandler_r(context, MessageLog.record, log)
  }

  deinit { GEOS_finish_r(context) }

  /// Does some work in which each call of GEOS ends beyond `CheckLimit.mostChecks`, with a `ShapeError` of code
  /// `tooComplex`.
  ///
  /// This is for shapes that nobody has examined: what is examined needs no bound.
  func bounded<Result>(_ work: () throws -> Result) rethrows -> Result {
    isBounded = true
    defer { isBounded = false }
    return try work()
  }

  /// Runs a GEOS function that makes a geometry, and owns the result.
  func make(_ operation: String, _ body: (OpaquePointer) -> OpaquePointer?) throws -> GeometryHandle {
    guard let pointer = try call(operation, body, hasFailed: { $0 == nil }) else { throw failure(operation) }
    let handle = GeometryHandle(context: context, pointer: pointer)
    guard !messages.isShortOfMemory else { throw failure(operation) }
    return handle
  }

  /// Runs a GEOS predicate: 0 is false, 1 is true, anything else a failure.
  func ask(_ operation: String, _ body: (OpaquePointer) -> CChar) throws -> Bool {
    let status = try call(operation, body, hasFailed: { $0 != 0 && $0 != 1 })
    // GEOS's error when memory has run short does not concern the shape.
    guard !messages.isShortOfMemory, status == 0 || status == 1 else { throw failure(operation) }
    return status == 1
  }

  private func call<Result>(
    _ operation: String, _ body: (OpaquePointer) -> Result, hasFailed: (Result) -> Bool
  ) throws -> Result {
    while true {
      messages.clear()
      let (result, isBeyond) = CheckLimit.run(isBounded: isBounded) { body(context) }
      guard hasFailed(result), messages.isInterrupted else { return result }
      guard !isBeyond else {
        throw ShapeError(
          code: .tooComplex, operation: operation,
          message: "repairing the geometry would take more than \(CheckLimit.mostChecks) steps")
      }
    }
  }

  /// The error of a call that has just failed.
  func failure(_ operation: String) -> ShapeError {
    ShapeError(
      code: messages.isShortOfMemory ? .unavailable : .operationFailed, operation: operation,
      message: lastMessage ?? "no message")
  }

  /// The messages of GEOS since the last call began.
  var lastMessage: String? { messages.last }
}

/// The messages of one context; GEOS calls back into it on the worker's own thread.
private final class MessageLog {
  private(set) var last: String?
  /// Whether GEOS has reported C++'s exception of allocation.
  private(set) var isShortOfMemory = false
  private(set) var isInterrupted = false

  func clear() { (last, isShortOfMemory, isInterrupted) = (nil, false, false) }

  func add(_ text: String) {
    last = text
    if text.contains("bad_alloc") { isShortOfMemory = true }
    if text.contains("Interrupted") { isInterrupted = true }
  }

  static let record: GEOSMessageHandler_r = { text, log in
    guard let text, let log else { return }
    Unmanaged<MessageLog>.fromOpaque(log).takeUnretainedValue().add(String(cString: text))
  }
}

/// The owner of one GEOS geometry, which is destroyed with it.
struct GeometryHandle: ~Copyable {
  let context: OpaquePointer
  let pointer: OpaquePointer

  deinit { GEOSGeom_destroy_r(context, pointer) }

  /// Releases the geometry to a collection that then owns it.
  consuming func release() -> OpaquePointer {
    let released = pointer
    discard self
    return released
  }
}

/// The bound on GEOS's work in one call: GEOS asks now and then whether to go on, and after so many times it ends.
///
/// A count and not a time, so that the outcome is the same on every machine. GEOS has one request to stop for all
/// threads: a call that another thread's request has ended is made again.
enum CheckLimit {
  /// The most checks of one call: tens of seconds.
  static let mostChecks = 2_000_000

  /// Per thread: the checks that are left and one more; 1 once they are used up, 0 where there is no bound.
  private static let left: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private static let register: Void = {
    _ = left
    _ = GEOS_interruptRegisterCallback {
      let left = CheckLimit.current
      if left > 1 { CheckLimit.current = left - 1 } else if left == 1 { GEOS_interruptRequest() }
    }
  }()

  private static var current: Int {
    get { Int(bitPattern: pthread_getspecific(left)) }
    set { pthread_setspecific(left, UnsafeRawPointer(bitPattern: newValue)) }
  }

  /// Runs a call with a bound, or without one; returns its result, and whether it went beyond the bound.
  static func run<Result>(isBounded: Bool, _ call: () -> Result) -> (result: Result, isBeyond: Bool) {
    register
    current = isBounded ? mostChecks + 1 : 0
    defer { current = 0 }
    let result = call()
    return (result, current == 1)
  }
}
