import OvertileCore

/// The positions of the features of a quarantine, by their ordinal in the file.
struct QuarantinePositions {
  private var positions: [Int: [Double]] = [:]

  /// The separator before each text of a sequence. Source: RFC 8142, section 2.1.
  private static let separator: UInt8 = 0x1E

  /// Reads the first position of some features of a file.
  ///
  /// - Parameter count: the number of features that the report counts in it.
  /// - Throws: `ReportFileError`, also if it holds another number of features.
  init(_ path: String, count: Int, wanted: Set<Int>) throws(ReportFileError) {
    let texts = try BundleSurroundings.bytes(of: path).split(separator: Self.separator)
    guard texts.count == count else {
      throw ReportFileError(
        path: path, reason: "the file contains \(texts.count) features, but the report counts \(count)")
    }
    for (index, text) in texts.enumerated() where wanted.contains(index) {
      guard let feature = JSONValue(text: Array(text)) else { continue }
      positions[index] = Self.first(feature["geometry"]).flatMap { Self.isCoordinate($0) ? $0 : nil }
    }
  }

  /// The longitude and the latitude of the first position of a feature; nil if it has none.
  subscript(index: Int) -> [Double]? { positions[index] }

  private static func first(_ geometry: JSONValue?) -> [Double]? {
    if let members = geometry?["geometries"]?.array { return members.lazy.compactMap(first).first }
    var value = geometry?["coordinates"]
    while let next = value?.array?.first, case .array = next { value = next }
    let numbers = (value?.array ?? []).compactMap { item -> Double? in
      if case .string = item { nil } else { item.number }
    }
    return numbers.count >= 2 ? Array(numbers[..<2]) : nil
  }

  private static func isCoordinate(_ position: [Double]) -> Bool {
    abs(position[0]) <= 180 && abs(position[1]) <= 90
  }
}
