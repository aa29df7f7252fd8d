import COvertileZlib
import OvertileCore
import OvertileGeoJSON

/// A feature by its content, whatever the columns look like.
struct PlainFeature: Hashable {
  struct Element: Hashable {
    var kind: ElementKind
    var rings: [[[Double]]]
  }
  struct Property: Hashable {
    var key: String
    var value: PropertyValue
  }

  var id: PropertyValue
  var type: GeometryType
  var elements: [Element]
  var properties: [Property]

  init(id: PropertyValue, type: GeometryType, elements: [Element], properties: [Property]) {
    self.id = id
    self.type = type
    self.elements = elements
    self.properties = properties
  }

  init(_ batch: FeatureBatch, _ index: Int) {
    let (geometry, columns) = (batch.geometry, batch.properties)
    id = batch.ids[index]
    type = batch.geometryTypes[index]
    elements = geometry.elements(ofFeature: index).map { element in
      Element(
        kind: geometry.elementKinds[element],
        rings: geometry.rings(ofElement: element).map { ring in
          geometry.coordinates(ofRing: ring).map { [geometry.x[$0], geometry.y[$0]] }
        })
    }
    properties = columns.entries(ofFeature: index).map {
      Property(
        key: columns.keys.string(columns.keyIndices[$0]), value: columns.values.value(columns.valueIndices[$0]))
    }
  }

  /// The value of a property.
  func value(_ key: String) -> PropertyValue? { properties.first { $0.key == key }?.value }
}

/// All results of reading a stream.
struct Reading {
  var features: [PlainFeature] = []
  var locations: [InputLocation] = []
  var rejected: [RejectedFeature] = []
  var notes: [FeatureNote] = []
  var crs: [LegacyCRS] = []
  var collectionCRS: LegacyCRS?
  var collectionCRSs: [LegacyCRS] = []
  var error: GeoJSONError?
  var sliceCount = 0

  init(_ input: @autoclosure () throws -> ByteStream, _ options: FeatureSplitter.Options = .init()) {
    do {
      let splitter = FeatureSplitter(try input(), options: options)
      defer {
        collectionCRS = splitter.crsMembers.first
        collectionCRSs = splitter.crsMembers
      }
      while let slice = try splitter.next() {
        let parsed = try ParsedSlice(slice)
        sliceCount += 1
        features += (0..<parsed.batch.count).map { PlainFeature(parsed.batch, $0) }
        locations += parsed.batch.locations
        rejected += parsed.rejected
        notes += parsed.notes
        crs += parsed.crs
      }
    } catch {
      self.error = error as? GeoJSONError
    }
  }

  init(_ text: String, _ options: FeatureSplitter.Options = .init()) {
    self.init(.bytes(Array(text.utf8)), options)
  }

  /// The offset, line and index of each feature.
  var positions: [[UInt64]] { locations.map { [$0.byteOffset, $0.line, $0.index] } }
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

/// A point feature's text with an integer property.
func point(_ value: Int, x: Int = 1, y: Int = 2) -> String {
  """
  {"type":"Feature","geometry":{"type":"Point","coordinates":[\(x),\(y)]},"properties":{"v":\(value)}}
  """
}

/// The values of the property "v".
func values(_ reading: Reading) -> [Int64] {
  reading.features.compactMap { if case .int(let value) = $0.value("v") { value } else { nil } }
}

/// One gzip member.
func gzip(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
  var stream = z_stream()
  deflateInit2_(&stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  defer { deflateEnd(&stream) }
  var (input, output) = (bytes, [UInt8](repeating: 0, count: bytes.count + 1024))
  input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      deflate(&stream, Z_FINISH)
    }
  }
  return Array(output.prefix(Int(stream.total_out)))
}
