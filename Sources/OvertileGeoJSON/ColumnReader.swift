internal import COvertileSimdjson
import OvertileCore

/// Turns the parser's C columns into Swift types.
struct ColumnReader {
  let columns: CSColumns
  let locations: [InputLocation]

  /// The accepted features.
  func batch() -> FeatureBatch {
    var batch = FeatureBatch()
    let count = columns.feature_count
    batch.ids = (0..<count).map { id(columns.ids[$0]) }
    batch.locations = (0..<count).map { locations[Int(columns.sources[$0])] }
    batch.geometryTypes = (0..<count).map { GeometryType(rawValue: columns.geometry_types[$0]) ?? .none }
    batch.geometry = geometry()
    batch.properties = properties()
    return batch
  }

  private func geometry() -> GeometryColumns {
    var geometry = GeometryColumns()
    geometry.featureEnds = copy(columns.feature_ends, columns.feature_count)
    geometry.elementKinds = (0..<columns.element_count).map {
      ElementKind(rawValue: columns.element_kinds[$0]) ?? .points
    }
    geometry.elementEnds = copy(columns.element_ends, columns.element_count)
    geometry.ringEnds = copy(columns.ring_ends, columns.ring_count)
    geometry.x = copy(columns.x, columns.coordinate_count)
    geometry.y = copy(columns.y, columns.coordinate_count)
    return geometry
  }

  private func properties() -> PropertyColumns {
    var properties = PropertyColumns()
    let keys = (0..<columns.key_count).map { index in
      let key = columns.keys[index]
      return properties.keys.intern(key: payload(key.offset, key.length))
    }
    properties.rowEnds = copy(columns.row_ends, columns.feature_count)
    properties.keyIndices = (0..<columns.entry_count).map { keys[Int(columns.key_indices[$0])] }
    properties.valueIndices = (0..<columns.entry_count).map { index in
      let value = columns.values[index]
      switch PropertyKind(rawValue: value.kind) ?? .null {
      case .null: return properties.values.intern(.null)
      case .bool: return properties.values.intern(.bool(value.bits != 0))
      case .int: return properties.values.intern(.int, bits: value.bits)
      case .uint: return properties.values.intern(.uint, bits: value.bits)
      case .double: return properties.values.intern(.double, bits: value.bits)
      case .string: return properties.values.intern(.string, payload(value.bits, value.length))
      case .json: return properties.values.intern(.json, payload(value.bits, value.length))
      }
    }
    return properties
  }

  private func id(_ value: CSValue) -> FeatureID {
    switch PropertyKind(rawValue: value.kind) ?? .null {
    case .int: .integer(Int64(bitPattern: value.bits))
    case .uint: .unsigned(value.bits)
    case .double: .of(Double(bitPattern: value.bits))
    case .string: .string(text(value.bits, value.length))
    case .null, .bool, .json: .none
    }
  }

  /// The rejected features.
  func rejected() -> [RejectedFeature] {
    (0..<columns.fault_count).map { index in
      let fault = columns.faults[index]
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
    guard batch.properties.keys.count < columns.key_count else { return nil }
    let features = batch.properties.keepLastOfEachKey()
    guard let first = features.first else { return nil }
    return FeatureNote(code: .equalNames, count: features.count, location: batch.locations[first], name: "")
  }

  /// The features with notes.
  func noted() -> [NotedFeature] {
    (0..<columns.feature_note_count).map { index in
      let note = columns.feature_notes[index]
      let code: FeatureNote.Code = note.code == CSNoteBadBounds ? .badBounds : .mixedMembers
      return NotedFeature(
        code: code, feature: Int(note.feature), message: text(note.message.offset, note.message.length))
    }
  }

  /// The distinct `crs` members.
  func crs() -> [LegacyCRS] {
    (0..<columns.crs_count).map { index in
      let found = columns.crs[index]
      return LegacyCRS(
        json: payload(found.text.offset, found.text.length), byteOffset: locations[Int(found.source)].byteOffset)
    }
  }

  /// The features with a ring that was closed.
  func closed() -> [Int] { (0..<columns.closed_count).map { Int(columns.closed[$0]) } }

  private func copy<T>(_ pointer: UnsafePointer<T>?, _ count: Int) -> [T] {
    Array(UnsafeBufferPointer(start: pointer, count: count))
  }

  private func payload(_ offset: UInt64, _ length: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: columns.arena + Int(offset), count: Int(length))
  }

  private func text(_ offset: UInt64, _ length: UInt32) -> String {
    String(decoding: payload(offset, length), as: UTF8.self)
  }
}
