internal import COvertileSimdjson
import OvertileCore

/// Turns the parser's C columns into Swift types.
struct ColumnReader {
  let columns: CSColumns
  let locations: [InputLocation]

  /// The accepted features.
  func batch() -> FeatureBatch {
    var batch = FeatureBatch()
    batch.ids = view(columns.ids).map(id)
    batch.locations = view(columns.sources).map { locations[Int($0 as UInt32)] }
    batch.geometryTypes = view(columns.geometry_types).map { GeometryType(rawValue: $0) ?? .none }
    batch.geometry = geometry()
    batch.properties = properties()
    return batch
  }

  private func geometry() -> GeometryColumns {
    var geometry = GeometryColumns()
    geometry.featureEnds = Array(view(columns.feature_ends))
    geometry.elementKinds = view(columns.element_kinds).map { ElementKind(rawValue: $0) ?? .points }
    geometry.elementEnds = Array(view(columns.element_ends))
    geometry.ringEnds = Array(view(columns.ring_ends))
    geometry.x = Array(view(columns.x))
    geometry.y = Array(view(columns.y))
    return geometry
  }

  private func properties() -> PropertyColumns {
    var properties = PropertyColumns()
    let keys = view(columns.keys).map { (key: CSText) in
      properties.keys.intern(key: payload(key.offset, key.length))
    }
    properties.rowEnds = Array(view(columns.row_ends))
    properties.keyIndices = view(columns.key_indices).map { keys[Int($0 as UInt32)] }
    properties.valueIndices = view(columns.values).map { (value: CSValue) in
      switch PropertyKind(rawValue: value.kind) ?? .null {
      case .null: properties.values.intern(.null)
      case .bool: properties.values.intern(.bool(value.bits != 0))
      case .int: properties.values.intern(.int, bits: value.bits)
      case .uint: properties.values.intern(.uint, bits: value.bits)
      case .double: properties.values.intern(.double, bits: value.bits)
      case .string: properties.values.intern(.string, payload(value.bits, value.length))
      case .json: properties.values.intern(.json, payload(value.bits, value.length))
      }
    }
    return properties
  }

  private func id(_ value: CSValue) -> PropertyValue {
    switch PropertyKind(rawValue: value.kind) ?? .null {
    case .int: .int(Int64(bitPattern: value.bits))
    case .uint: .uint(value.bits)
    case .double: PropertyValue.double(Double(bitPattern: value.bits)).id
    case .string: .string(text(value.bits, value.length))
    case .null, .bool, .json: .null
    }
  }

  /// The rejected features.
  func rejected() -> [RejectedFeature] {
    view(columns.faults).map { (fault: CSFault) in
      let location = locations[Int(fault.source)]
      let id = text(fault.id.offset, fault.id.length)
      return RejectedFeature(
        code: RejectedFeature.Code.allCases[max(Int(fault.code.rawValue) - 1, 0)], location: location,
        faultOffset: location.byteOffset &+ fault.at,
        id: id.isEmpty ? nil : id, message: text(fault.message.offset, fault.message.length))
    }
  }

  /// The notes that occurred.
  func notes() -> [FeatureNote] {
    let all = [columns.notes.0, columns.notes.1, columns.notes.2, columns.notes.3]
    return zip(FeatureNote.Code.allCases, all).compactMap { code, note in
      guard note.count > 0 else { return nil }
      return FeatureNote(
        code: code, count: Int(note.count), location: locations[Int(note.source)],
        name: text(note.detail.offset, note.detail.length))
    }
  }

  /// Makes one of names of a feature that differ only in Unicode's normalization; returns a note if there are any.
  func mergeEqualNames(in batch: inout FeatureBatch) -> FeatureNote? {
    guard batch.properties.keys.count < columns.keys.count else { return nil }
    let features = batch.properties.keepLastOfEachKey()
    guard let first = features.first else { return nil }
    return FeatureNote(code: .equalNames, count: features.count, location: batch.locations[first], name: "")
  }

  /// The features with notes.
  func noted() -> [NotedFeature] {
    view(columns.feature_notes).map { (note: CSFeatureNote) in
      let code: FeatureNote.Code = note.code == CSNoteBadBounds ? .badBounds : .mixedMembers
      return NotedFeature(
        code: code, feature: Int(note.feature), message: text(note.message.offset, note.message.length))
    }
  }

  /// The distinct `crs` members.
  func crs() -> [LegacyCRS] {
    view(columns.crs).map { (found: CSCRSText) in
      LegacyCRS(
        json: payload(found.text.offset, found.text.length), byteOffset: locations[Int(found.source)].byteOffset)
    }
  }

  /// The features with a ring that was closed.
  func closed() -> [Int] { view(columns.closed).map { Int($0 as UInt32) } }

  /// The entries of a column, whose type is that which the C header names.
  private func view<Entry>(_ column: CSColumn) -> UnsafeBufferPointer<Entry> {
    UnsafeBufferPointer(start: column.data?.assumingMemoryBound(to: Entry.self), count: column.count)
  }

  private func payload(_ offset: UInt64, _ length: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: columns.arena + Int(offset), count: Int(length))
  }

  private func text(_ offset: UInt64, _ length: UInt32) -> String {
    String(decoding: payload(offset, length), as: UTF8.self)
  }
}
