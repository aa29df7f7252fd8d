import ArgumentParser
import Foundation
import OvertilePipeline

/// The memory bound of a build, from the command line or, if there is none, the environment.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The memory limit for data, such as 2G. Default: the value of OVERTILE_MEMORY.", valueName: "size"))
  var memory: String?

  /// The bound, or nil if there is none.
  ///
  /// - Throws: `ValidationError` if it is not a size, or too small for anything.
  func bound() throws -> MemoryBound? { try Self.bound(memory) }

  /// The bound of an option, or else that of the environment; nil if there is none.
  ///
  /// - Throws: `ValidationError`, as `bound()`.
  static func bound(_ memory: String?) throws -> MemoryBound? {
    let variable = ProcessInfo.processInfo.environment["OVERTILE_MEMORY"].flatMap { $0.isEmpty ? nil : $0 }
    guard let text = memory ?? variable else { return nil }
    let origin = memory == nil ? "OVERTILE_MEMORY" : "--memory"
    guard let bound = MemoryBound.bytes(of: text).flatMap(MemoryBound.init(bytes:)) else {
      throw ValidationError(
        "\(origin): \(text) is not a valid size; use a number of bytes, or a number with the suffix K, M, G or T, and at least "
          + "\(MemoryBound.programBytes >> 20)M")
    }
    return bound
  }
}
