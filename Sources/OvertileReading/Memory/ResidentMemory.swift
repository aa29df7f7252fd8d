import COvertileSystem
import Foundation
import OvertileCore

/// The memory of this process, as the system reports it.
enum ResidentMemory {
  /// The largest resident set so far, in bytes; 0 if the system does not report it.
  ///
  /// On Linux for this program alone (VmHWM, proc(5)): the value of getrusage(2) includes the parent's.
  static var peakBytes: Int {
    status("VmHWM:") ?? usageBytes
  }

  /// The resident set now, in bytes; the largest one if the system does not report it.
  static var bytes: Int { statm?.resident ?? usageBytes }

  /// The resident set now without the pages of files, which the system takes back when it needs them.
  static var ownBytes: Int { statm.map { $0.resident - $0.ofFiles } ?? usageBytes }

  /// The second and third number of /proc/self/statm, in bytes (proc(5)); called often, so nothing is allocated.
  private static var statm: (resident: Int, ofFiles: Int)? {
    #if os(Linux)
      let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
        let count = read(descriptor, text.baseAddress, text.count - 1)
        guard count > 0 else { return nil }
        text[count] = 0
        var next = text.baseAddress
        func bytes() -> Int {
          guard let start = next else { return 0 }
          return strtol(start, &next, 10) * pageBytes
        }
        _ = bytes()
        return (bytes(), bytes())
      }
    #else
      return nil
    #endif
  }

  private static let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Gives free pages back to the system, if the allocator would keep them (malloc_trim(3)).
  static func giveBack() { overtile_memory_give_back() }

  /// Has the allocator keep little from now on (mallopt(3)).
  static func keepLittle() { overtile_memory_keep_little() }

  /// Has the allocator keep free memory from now on, which saves the time of fetching it again (mallopt(3)).
  static func keepMuch() { overtile_memory_keep_much() }

  private static var usageBytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
      return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0
    #else
      // The constant is an enumeration to glibc and a number to others; its value is 0 everywhere.
      return getrusage(.init(0), &usage) == 0 ? usage.ru_maxrss * 1024 : 0
    #endif
  }

  /// The value of a line of /proc/self/status, which is in kB.
  private static func status(_ name: String) -> Int? {
    guard let status = try? RegularFile.contents(of: "/proc/self/status") else { return nil }
    let text = String(decoding: status, as: UTF8.self)
    guard let start = text.range(of: name)?.upperBound else { return nil }
    return Int(text[start...].drop { !$0.isNumber }.prefix { $0.isNumber }).map { $0 << 10 }
  }
}
