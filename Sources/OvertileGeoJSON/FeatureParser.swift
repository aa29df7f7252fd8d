internal import COvertileSimdjson
import OvertileCore

/// The content of a slice: the valid features, in columns, and a report of the others.
package struct ParsedSlice: Sendable {
  /// The features that were accepted, in the order of the source.
  package var batch = FeatureBatch()
  /// The rejected features, in the order of the source. Together with the batch these are all features of the slice.
  package var rejected: [RejectedFeature] = []
  /// Odd but accepted parts, at most one entry per code.
  package var notes: [FeatureNote] = []
  /// Notes on single accepted features, ascending.
  package var noted: [NotedFeature] = []
  /// The features of the batch with a ring that was closed, ascending.
  package var closed: [Int] = []
  /// The distinct `crs` members of single features and geometries.
  package var crs: [LegacyCRS] = []
}

/// GeoJSON, as collections, texts one after the other, and sequences: reads the features of slices into columns with
/// simdjson.
///
/// RFC 7946 is followed strictly with these exceptions: a geometry alone is a feature without id and properties;
/// missing properties count as null; an id of null counts as missing; numbers after a position's second are left out; a
/// geometry collection is flattened; empty coordinates make no element; when a key occurs twice the last one counts.
/// Coordinates are not compared with any range. A stage without state: one value may be used by many threads.
package struct FeatureParser: Sendable {
  /// The version of simdjson, which parses, such as "3.0.1".
  package static var simdjsonVersion: String { String(cString: cs_simdjson_version()) }

  /// Makes a parser.
  package init() {}

  /// Reads a slice. O(bytes). Throws `outOfMemory` only; wrong features are in the result.
  ///
  /// - Parameter closesRings: whether a ring of three positions or more that does not end where it began is closed;
  ///   otherwise its feature is rejected.
  package func parse(_ slice: FeatureSlice, closesRings: Bool = false) throws(GeoJSONError) -> ParsedSlice {
    var parsed = ParsedSlice()
    parsed.rejected = slice.rejected
    guard let bytes = slice.bytes, slice.count > 0 else { return parsed }
    let columns = slice.ranges.withUnsafeBufferPointer { ranges in
      cs_parse(
        bytes.start.assumingMemoryBound(to: UInt8.self), bytes.readableCount, ranges.baseAddress, ranges.count,
        closesRings ? 1 : 0)
    }
    guard let columns else { throw GeoJSONError(.outOfMemory, "there is not enough memory to parse the features") }
    defer { cs_columns_free(columns) }
    let reader = ColumnReader(columns: columns.pointee, locations: slice.locations)
    parsed.batch = reader.batch()
    parsed.rejected += reader.rejected()
    if !slice.rejected.isEmpty { parsed.rejected.sort { $0.location.index < $1.location.index } }
    parsed.notes = reader.notes() + [reader.mergeEqualNames(in: &parsed.batch)].compactMap(\.self)
    parsed.noted = reader.noted()
    parsed.crs = reader.crs()
    parsed.closed = reader.closed()
    return parsed
  }
}
