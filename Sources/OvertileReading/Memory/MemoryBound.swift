/// A limit on the memory that a run may use in addition to the memory for the program itself.
///
/// A run with a memory bound either fits into a container with `bytes` + `programBytes` of memory and no swap space, or
/// ends with an error that names the bound. File-backed pages of memory are not counted.
public struct MemoryBound: Sendable, Hashable {
  /// The amount of memory that the program itself needs, in bytes. The value is 64 MiB.
  public static let programBytes = 64 << 20

  /// The amount of memory that the run may use for its data, in bytes. The value is at least `programBytes`.
  public let bytes: Int

  /// More than any machine has: a larger bound is no bound, and twice as much still fits the number.
  private static let greatestBytes = 1 << 60

  /// Creates a bound of the given number of bytes, or returns `nil` if the number is less than `programBytes`.
  public init?(bytes: Int) {
    guard bytes >= Self.programBytes else { return nil }
    self.bytes = min(bytes, Self.greatestBytes)
  }

  /// Parses a size and returns it in bytes, or returns `nil` if the text is not a valid size.
  ///
  /// A valid size is a whole number, optionally followed by K, M, G, or T, each of which stands for a power of 1024.
  public static func bytes(of text: String) -> Int? {
    let units: [Character: Int] = ["K": 10, "M": 20, "G": 30, "T": 40]
    let shift = text.last.flatMap { units[Character($0.uppercased())] }
    let digits = shift == nil ? text[...] : text.dropLast()
    guard !digits.isEmpty, digits.allSatisfy({ "0"..."9" ~= $0 }), let number = Int(digits) else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
    return overflow ? nil : bytes
  }

  /// Returns the given number of bytes as text, such as "96 MiB" or "1.5 GiB".
  ///
  /// Sizes of at least 1 GiB are given in GiB, and smaller sizes are given in MiB. The number is rounded up to at most
  /// one decimal place.
  public static func text(_ bytes: Int) -> String {
    let isLarge = bytes >= 1 << 30
    let tenths = Int((Double(bytes) / Double(isLarge ? 1 << 30 : 1 << 20) * 10).rounded(.up))
    let decimals = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
    return "\(tenths / 10)\(decimals) \(isLarge ? "GiB" : "MiB")"
  }

  /// Bytes as `--memory` accepts them, in whole mebibytes, rounded up.
  static func option(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20)M" }

  /// The most bytes of the process's own, beside the pages of its code.
  private var ownLimit: Int { bytes + Self.programBytes - Self.codeBytes }

  /// The resident pages of the program, its libraries and PROJ's database: about 22 MB on Linux.
  private static let codeBytes = 24 << 20

  /// The bytes of its own at which a run is asked to stop.
  var runLimit: Int { ownLimit - (12 << 20) }

  /// The bytes of its own at which a run that has not stopped is ended: far enough below the limit that it cannot be
  /// passed between two checks.
  var lastLimit: Int { ownLimit - (8 << 20) }

  /// The resident bytes above which the pages of columns in files go.
  var letGoLimit: Int { bytes }

  /// The margin that is added to an advised bound.
  static let slack = 16 << 20

  /// The bytes of input in a worker's slice: a thousandth of the bound, from 64 KiB to 1 MiB.
  var sliceBytes: Int { min(max(bytes >> 10, 64 << 10), 1 << 20) }

  /// The largest text of one feature: a twelfth of the bound. It is held four times while it is read, and up to nine
  /// times while one tile that holds it is made and another is stored.
  var featureBytes: Int { bytes / Self.bytesPerFeatureByte }

  /// The least bound under which a text of one feature can be read, in bytes.
  package static func bytes(forFeature bytes: Int) -> Int {
    (bytes + 1).multipliedReportingOverflow(by: bytesPerFeatureByte).partialValue
  }

  private static let bytesPerFeatureByte = 12

  /// The bytes of a slice, or of one value, above which it is processed alone.
  var aloneBytes: Int { bytes >> 7 }
}
