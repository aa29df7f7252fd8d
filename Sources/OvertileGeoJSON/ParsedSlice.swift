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

  /// Reads the features of a slice into columns with simdjson. O(bytes).
  ///
  /// RFC 7946 is followed strictly with these exceptions: a geometry alone is a feature without id and properties;
  /// missing properties count as null; an id of null counts as missing; numbers after a position's second are left out; a
  /// geometry collection is flattened; empty coordinates make no element; when a key occurs twice the last one counts.
  /// Coordinates are not compared with any range.
  ///
  /// - Parameter closesRings: whether a ring of three positions or more that does not end where it began is closed;
  ///   otherwise its feature is rejected.
  /// - Throws: `outOfMemory` only; wrong features are in the result.
  package init(_ slice: FeatureSlice, closesRings: Bool = false) throws(GeoJSONError) {
    rejected = slice.rejected
    guard let bytes = slice.bytes, slice.count > 0 else { return }
    let parsed = slice.ranges.withUnsafeBufferPointer { ranges in
      cs_parse(
        bytes.start.assumingMemoryBound(to: UInt8.self), bytes.readableCount, ranges.baseAddress, ranges.count,
        closesRings ? 1 : 0)
    }
    guard let parsed else { throw GeoJSONError(.outOfMemory, "there is not enough memory to parse the features") }
    defer { cs_columns_free(parsed) }
    take(parsed.pointee, slice.locations)
    if !slice.rejected.isEmpty { rejected.sort { $0.location.index < $1.location.index } }
  }

  /// The version of simdjson, such as "3.0.1".
  package static var simdjsonVersion: String { String(cString: cs_simdjson_version()) }

  /// Copies the parser's columns into Swift types.
  private mutating func take(_ columns: CSColumns, _ locations: [InputLocation]) {
    batch.ids = columns.view(columns.ids).map(columns.id)
    batch.locations = columns.view(columns.sources).map { locations[Int($0 as UInt32)] }
    batch.geometryTypes = columns.view(columns.geometry_types).map { GeometryType(rawValue: $0) ?? .none }
    batch.geometry = columns.geometry
    batch.properties = columns.properties
    rejected += columns.view(columns.faults).map { (fault: CSFinding) in
      let (location, id) = (locations[Int(fault.feature)], columns.text(fault.name))
      return RejectedFeature(
        code: String(cString: fault.code), location: location, faultOffset: location.byteOffset &+ fault.at,
        id: id.isEmpty ? nil : id, message: columns.text(fault.message))
    }
    for found: CSFinding in columns.view(columns.notes) {
      guard let code = FeatureNote.Code(rawValue: String(cString: found.code)) else { continue }
      note(code, feature: Int(found.feature), name: columns.text(found.name), columns.text(found.message))
    }
    if batch.properties.keys.count < columns.keys.count {
      // Names of a feature that differ only in Unicode's normalization are one.
      for feature in batch.properties.keepLastOfEachKey() { note(.equalNames, feature: feature) }
    }
    crs = columns.view(columns.crs).map { (found: CSCRSText) in
      LegacyCRS(json: columns.bytes(found.text), byteOffset: locations[Int(found.source)].byteOffset)
    }
    closed = columns.view(columns.closed).map { Int($0 as UInt32) }
  }

  /// Counts something odd, and tells once of a feature what has a message.
  private mutating func note(_ code: FeatureNote.Code, feature: Int, name: String = "", _ message: String = "") {
    if let known = notes.firstIndex(where: { $0.code == code }) {
      notes[known].count += 1
    } else {
      notes.append(FeatureNote(code: code, count: 1, location: batch.locations[feature], name: name))
    }
    guard !message.isEmpty else { return }
    let isKnown = noted.reversed().prefix { $0.feature == feature }.contains { $0.code == code }
    if !isKnown { noted.append(NotedFeature(code: code, feature: feature, message: message)) }
  }
}

extension CSColumns {
  fileprivate var geometry: GeometryColumns {
    var geometry = GeometryColumns()
    geometry.featureEnds = Array(view(feature_ends))
    geometry.elementKinds = view(element_kinds).map { ElementKind(rawValue: $0) ?? .points }
    geometry.elementEnds = Array(view(element_ends))
    geometry.ringEnds = Array(view(ring_ends))
    geometry.x = Array(view(x))
    geometry.y = Array(view(y))
    return geometry
  }

  fileprivate var properties: PropertyColumns {
    var properties = PropertyColumns()
    let keys = view(self.keys).map { (key: CSText) in properties.keys.intern(key: bytes(key)) }
    properties.rowEnds = Array(view(row_ends))
    properties.keyIndices = view(key_indices).map { keys[Int($0 as UInt32)] }
    properties.valueIndices = view(values).map { (value: CSValue) in
      switch PropertyKind(rawValue: value.kind) ?? .null {
      case .null: properties.values.intern(.null)
      case .bool: properties.values.intern(.bool(value.bits != 0))
      case .int: properties.values.intern(.int, bits: value.bits)
      case .uint: properties.values.intern(.uint, bits: value.bits)
      case .double: properties.values.intern(.double, bits: value.bits)
      case .string: properties.values.intern(.string, bytes(CSText(offset: value.bits, length: value.length)))
      case .json: properties.values.intern(.json, bytes(CSText(offset: value.bits, length: value.length)))
      }
    }
    return properties
  }

  fileprivate func id(_ value: CSValue) -> PropertyValue {
    switch PropertyKind(rawValue: value.kind) ?? .null {
    case .int: .int(Int64(bitPattern: value.bits))
    case .uint: .uint(value.bits)
    case .double: PropertyValue.double(Double(bitPattern: value.bits)).id
    case .string: .string(text(CSText(offset: value.bits, length: value.length)))
    case .null, .bool, .json: .null
    }
  }

  /// The entries of a column, whose type is that which the C header names.
  fileprivate func view<Entry>(_ column: CSColumn) -> UnsafeBufferPointer<Entry> {
    UnsafeBufferPointer(start: column.data?.assumingMemoryBound(to: Entry.self), count: column.count)
  }

  fileprivate func bytes(_ text: CSText) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: arena + Int(text.offset), count: Int(text.length))
  }

  fileprivate func text(_ text: CSText) -> String { String(decoding: bytes(text), as: UTF8.self) }
}
