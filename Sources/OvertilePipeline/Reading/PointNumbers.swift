/// The numbers of a layer's points that all tasks of a run agree on: by file, slice and ordinal in the slice.
///
/// They ascend in the order in which one machine reads the points, and each task knows those of its slices.
struct PointNumbers: Sendable {
  private static let (fileBits, sliceBits, pointBits) = (UInt64(18), UInt64(18), UInt64(28))

  /// Per slice with points: the index of the first among the layer's points.
  private var starts: [Int] = []
  private var count = 0
  /// Per file: the number of slices of the files before it.
  private var firstSlices: [Int] = []
  /// Per slice of all files: its entry in `starts`, or -1 without points.
  private var entries: [Int] = []

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
    _ = try Self.first(file: file, slice: slice)
    while firstSlices.count <= Int(file) { firstSlices.append(entries.count) }
    let missing = firstSlices[Int(file)] + slice - entries.count
    guard missing >= 0 else {
      throw PipelineError.inconsistent("slice \(slice) of file \(file) comes twice; this is a fault of overtile")
    }
    entries += repeatElement(-1, count: missing)
    entries.append(starts.count)
    starts.append(count)
    count += points
  }

  /// The index of a point among the layer's points by its number; nil if there is none. O(1).
  func index(of number: UInt64) -> Int? {
    let (block, point) = (number >> Self.pointBits, number & (1 << Self.pointBits - 1))
    let (file, slice) = (Int(block >> Self.sliceBits), Int(block & (1 << Self.sliceBits - 1)))
    guard file < firstSlices.count else { return nil }
    let position = firstSlices[file] + slice
    guard position < (file + 1 < firstSlices.count ? firstSlices[file + 1] : entries.count), entries[position] >= 0
    else {
      return nil
    }
    let entry = entries[position]
    let index = starts[entry] + Int(point)
    return index < (entry + 1 < starts.count ? starts[entry + 1] : count) ? index : nil
  }
}
