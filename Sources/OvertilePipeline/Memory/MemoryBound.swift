/// How much memory a run may take beside what the program itself takes.
///
/// The resident set of the process stays below `bytes` + `programBytes`, or the run ends with an error that says so.
public struct MemoryBound: Sendable, Hashable {
  /// What the program takes before it holds any data: code, libraries, PROJ's database and its caches, stacks of threads,
  /// what the allocator keeps. 64 MiB; some 45 MB were measured on Linux.
  public static let programBytes = 64 << 20

  /// Bytes for the data of the run, at least `programBytes`.
  public let bytes: Int

  /// More than any machine has: a larger bound is none, and twice as much is still a number.
  private static let greatestBytes = 1 << 60

  /// A bound in bytes, or nil when it is below `programBytes`, which serves nothing.
  public init?(bytes: Int) {
    guard bytes >= Self.programBytes else { return nil }
    self.bytes = min(bytes, Self.greatestBytes)
  }

  /// Bytes as a person writes them: a whole number, with K, M, G or T behind it for powers of 1024. Nil for anything else.
  public static func bytes(of text: String) -> Int? {
    let units: [Character: Int] = ["K": 10, "M": 20, "G": 30, "T": 40]
    let shift = text.last.flatMap { units[Character($0.uppercased())] }
    let digits = shift == nil ? text[...] : text.dropLast()
    guard !digits.isEmpty, digits.allSatisfy({ "0"..."9" ~= $0 }), let number = Int(digits) else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
    return overflow ? nil : bytes
  }

  /// Bytes in the largest unit that leaves no more than a decimal: "1.5 GiB", "96 MiB".
  public static func text(_ bytes: Int) -> String {
    let isLarge = bytes >= 1 << 30
    let tenths = Int((Double(bytes) / Double(isLarge ? 1 << 30 : 1 << 20) * 10).rounded(.up))
    let decimals = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
    return "\(tenths / 10)\(decimals) \(isLarge ? "GiB" : "MiB")"
  }

  /// Bytes as `--memory` takes them, in whole mebibytes, not fewer.
  static func option(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20)M" }

  /// The most that may be resident, in bytes.
  var residentLimit: Int { bytes + Self.programBytes }

  /// Resident bytes at which a run is asked to stop.
  var runLimit: Int { residentLimit - (12 << 20) }

  /// Resident bytes at which a run that has not stopped is cut off: so much below the limit that it cannot be passed
  /// between two looks.
  var lastLimit: Int { residentLimit - (8 << 20) }

  /// What is added to a bound that is advised.
  static let slack = 16 << 20

  /// Bytes of input that a worker takes at a time: a thousandth of the bound, from 64 KiB to 1 MiB.
  var sliceBytes: Int { min(max(bytes >> 10, 64 << 10), 1 << 20) }

  /// Bytes of clipped features that a worker keeps before it writes them to a file: a hundredth of the bound,
  /// at most 16 MiB.
  var clippedFeatureBytes: Int { min(bytes >> 7, 16 << 20) }

  /// What slices, jobs and features under way take together, which grows with the bound.
  var buffers: Int { 16 * sliceBytes + 12 * clippedFeatureBytes }

  /// The largest text of one feature: a twelfth of the bound. It is held four times while it is read, and up to nine times
  /// while it is in a tile that is made and in one that is stored.
  var featureBytes: Int { bytes / Self.bytesPerFeatureByte }

  /// The least bound under which a text of one feature is read, in bytes.
  static func bytes(forFeature bytes: Int) -> Int {
    (bytes + 1).multipliedReportingOverflow(by: bytesPerFeatureByte).partialValue
  }

  private static let bytesPerFeatureByte = 12

  /// Bytes of a slice, or of one value, from which it is worked on alone.
  var aloneBytes: Int { bytes >> 7 }
}
