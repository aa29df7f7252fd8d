import Foundation

/// The work of a target with one input: it reads the input as its format, and checks the rules for any result.
typealias FuzzTarget = @Sendable ([UInt8]) -> Void

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
/// Built by `make fuzzers` with coverage of every module, by `make test` without; an ordinary build leaves it out. A target that traps, breaks one of
/// its own promises (`precondition`), or takes more than the time or memory allowed ends the process, and libFuzzer keeps
/// the input. Source: the LLVM documentation of libFuzzer, "Fuzz target".
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

#if BLIND
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  /// The way to libFuzzer where its own `main` is not linked: the executables of a package with tests have mains with other
  /// names. Source: the LLVM documentation of libFuzzer, "Using libFuzzer as a library".
  @main enum BlindFuzzing {
    static func main() {
      var (count, words) = (CommandLine.argc, CommandLine.unsafeArgv)
      exit(runFuzzer(&count, &words) { fuzzOneInput($0, $1) })
    }
  }
#endif
