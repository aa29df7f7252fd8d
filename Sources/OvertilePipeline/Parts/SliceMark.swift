import OvertileFeatures
import OvertileGeoJSON

/// By which the results of a slice are known to be of just these bytes.
struct SliceMark: Sendable, Hashable {
  /// The number of features.
  let features: Int
  /// The source location of the first one.
  let location: InputLocation
  /// The bytes from the end of the slice before on; nil for a slice without features.
  let bytes: StreamMark?

  /// Marks a slice of a splitter that makes marks.
  init(_ slice: FeatureSlice) {
    features = slice.count
    location = slice.locations.first ?? InputLocation(byteOffset: 0, line: 0, index: 0)
    bytes = slice.mark
  }
}

extension SliceMark {
  /// Writes the mark.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(features)
    location.encode(&encoder)
    encoder.add(optional: bytes) { $1.encode(&$0) }
  }

  /// Reads a mark.
  init(_ decoder: inout PartDecoder) throws {
    features = try decoder.int()
    location = try InputLocation(&decoder)
    bytes = try decoder.optional { try StreamMark(&$0) }
  }
}

extension StreamMark {
  /// Writes the mark.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(range.lowerBound)
    encoder.add(range.count)
    encoder.add(digest)
  }

  /// Reads a mark.
  init(_ decoder: inout PartDecoder) throws {
    let (start, count) = (try decoder.int(), try decoder.int())
    let (end, overflow) = start.addingReportingOverflow(count)
    guard start >= 0, count >= 0, !overflow else { throw PartFault("a slice has no possible range of bytes") }
    self.init(range: start..<end, digest: try decoder.number())
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
