import Foundation
import FuzzTargets

/// The target that OVERTILE_FUZZ_TARGET names.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["OVERTILE_FUZZ_TARGET", default: ""]
  guard let target = FuzzTargets.all[name] else {
    print("OVERTILE_FUZZ_TARGET is one of: " + FuzzTargets.all.keys.sorted().joined(separator: " "))
    exit(64)
  }
  return target
}()

/// Called by libFuzzer, whose `main` this program has, with each input.
///
/// A target that traps, breaks one of its own promises (`precondition`), or takes more than the time or memory allowed ends
/// the process, and libFuzzer keeps the input. Source: the LLVM documentation of libFuzzer, "Fuzz target".
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
