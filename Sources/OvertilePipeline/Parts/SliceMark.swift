import OvertileFeatures
import OvertileGeoJSON

/// By which the results of a slice are known to be of just these bytes.
struct SliceMark: Sendable, Hashable {
  /// The number of features.
  let features: Int
  /// The source location of the first one.
  let location: InputLocation
  /// The digest of all texts.
  let digest: UInt64

  /// Marks a slice. O(bytes).
  init(_ slice: FeatureSlice) {
    features = slice.count
    location = slice.locations.first ?? InputLocation(byteOffset: 0, line: 0, index: 0)
    var digest = UInt64(slice.rejected.count)
    for feature in 0..<slice.count {
      slice.withText(ofFeature: feature) { digest = XXHash64.hash($0, seed: digest) }
    }
    self.digest = digest
  }
}

extension SliceMark {
  /// Writes the mark.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(features)
    location.encode(&encoder)
    encoder.add(digest)
  }

  /// Reads a mark.
  init(_ decoder: inout PartDecoder) throws {
    features = try decoder.int()
    location = try InputLocation(&decoder)
    digest = try decoder.number()
  }
}

extension InputLocation {
  /// Writes the location.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(byteOffset)
    encoder.add(line)
    encoder.add(index)
  }

  /// Reads a location.
  init(_ decoder: inout PartDecoder) throws {
    self.init(byteOffset: try decoder.number(), line: try decoder.number(), index: try decoder.number())
  }
}
