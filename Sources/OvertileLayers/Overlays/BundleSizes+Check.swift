import OvertileBundleFormat
import OvertileReading

extension BundleSizes {
  /// Throws if a part of a bundle would be larger than readers take: then none of it is published.
  ///
  /// - Parameter what: the part, as the beginning of a sentence.
  /// - Throws: `PipelineError.badData`.
  package static func check(_ what: String, _ bytes: Int, most: Int) throws {
    guard bytes > most else { return }
    throw PipelineError.badData(
      "\(what) would have \(MemoryBound.text(bytes)), and readers take at most \(MemoryBound.text(most)). Keep fewer "
        + "properties, or shorter names (`properties: {keep: [...]}`)")
  }
}
