import COvertileGEOS
import OvertileCore

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
