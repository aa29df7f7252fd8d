import OvertileSearching

/// The numbers of a layer's points that all tasks of a run agree on: by file, slice and ordinal in the slice.
///
/// They ascend in the order in which one machine reads the points, and each task knows those of its slices.
struct PointNumbers: Sendable {
  private static let (fileBits, sliceBits, pointBits) = (UInt64(18), UInt64(18), UInt64(28))

  /// Per slice with points: the number of its first point, and the index of that among the layer's points.
  private var starts: [(number: UInt64, index: Int)] = []
  private var count = 0

  /// The number of the first point of a slice.
  ///
  /// - Throws: `PipelineError.unavailable` for more files, or slices of a file, than there are numbers.
  static func first(file: UInt32, slice: Int) throws -> UInt64 {
    guard file < 1 << fileBits, slice < 1 << sliceBits else {
      throw PipelineError.unavailable(
        "file \(file) of its source, slice \(slice): tasks number at most \(1 << fileBits) files, and as many slices of "
          + "1 MiB in each; split large files, or join small ones")
    }
    return (UInt64(file) << sliceBits | UInt64(slice)) << pointBits
  }

  /// Adds the points of the next slice.
  mutating func append(file: UInt32, slice: Int, points: Int) throws {
    guard points > 0 else { return }
    guard points <= 1 << Self.pointBits else {
      throw PipelineError.unavailable(
        "slice \(slice) of file \(file) has \(points) points, more than there are numbers")
    }
    starts.append((try Self.first(file: file, slice: slice), count))
    count += points
  }

  /// The index of a point among the layer's points by its number; nil if there is none. O(log slices).
  func index(of number: UInt64) -> Int? {
    let next = starts.partitioningIndex { $0.number > number }
    guard next > 0 else { return nil }
    let index = UInt64(starts[next - 1].index) + (number - starts[next - 1].number)
    return index < UInt64(next < starts.count ? starts[next].index : count) ? Int(index) : nil
  }
}
