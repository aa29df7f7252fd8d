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
      "\(what) would be \(MemoryBound.text(bytes)), but readers accept at most \(MemoryBound.text(most)). Keep fewer "
        + "properties (`properties: {keep: [...]}`), or use shorter names")
  }
}
