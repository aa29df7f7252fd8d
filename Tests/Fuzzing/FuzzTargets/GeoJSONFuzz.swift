import OvertileGeoJSON

/// GeoJSON of any kind, gzip included: an error, or features whose columns fit each other. However it is cut into slices, the
/// features are the same.
@Sendable func fuzzGeoJSON(_ bytes: [UInt8]) {
  let whole = featureCounts(bytes, sliceByteCount: 1 << 20)
  let chunks = featureCounts(bytes, sliceByteCount: 1)
  precondition(whole == chunks)
}

/// How many features were accepted and rejected before the end or the first error.
private func featureCounts(_ bytes: [UInt8], sliceByteCount: Int) -> [Int]? {
  var counts = [0, 0, 0]
  do {
    let splitter = FeatureSplitter(
      .bytes(bytes),
      options: FeatureSplitter.Options(
        sliceByteCount: sliceByteCount, readByteCount: max(16, sliceByteCount), limitByteCount: 16 << 20))
    while let slice = try splitter.next() {
      let parsed = try ParsedSlice(slice)
      let batch = parsed.batch
      precondition(batch.ids.count == batch.count && batch.locations.count == batch.count)
      precondition(batch.geometryTypes.count == batch.count)
      for feature in 0..<batch.count {
        let range = batch.geometry.coordinates(ofFeature: feature)
        for index in range { precondition(batch.geometry.x[index].isFinite && batch.geometry.y[index].isFinite) }
      }
      counts[0] += batch.count
      counts[1] += parsed.rejected.count
    }
    return counts
  } catch {
    return nil
  }
}

extension ByteStream {
  /// Bytes in memory, streamed.
  static func bytes(_ bytes: [UInt8]) -> ByteStream {
    var rest = bytes[...]
    return ByteStream { buffer in
      let part = rest.prefix(buffer.count)
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
  }
}
