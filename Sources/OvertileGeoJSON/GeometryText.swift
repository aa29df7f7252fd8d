import OvertileCore

/// Writes geometries from columns as GeoJSON objects.
struct GeometryText {
  let columns: GeometryColumns

  /// Appends a geometry of some type with these elements. Throws `notWritable` if they do not fit.
  func append(_ type: GeometryType, elements: Range<Int>, to text: inout JSONText) throws(GeoJSONError) {
    if type == .none {
      text.append("null")
      return
    }
    text.append(raw: "{\"type\":\"\(type.name)\",\"\(type == .geometryCollection ? "geometries" : "coordinates")\":")
    switch type {
    case .point, .lineString, .polygon: try appendSingle(type, elements, to: &text)
    case .multiPoint:
      try check(elements, are: .points)
      let positions = elements.flatMap { columns.rings(ofElement: $0) }.flatMap { columns.coordinates(ofRing: $0) }
      try list(positions, to: &text) { (index, text) throws(GeoJSONError) in try appendPosition(index, to: &text) }
    case .multiLineString, .multiPolygon:
      try check(elements, are: type == .multiPolygon ? .polygon : .line)
      try list(elements, to: &text) { (index, text) throws(GeoJSONError) in try appendElement(index, to: &text) }
    case .geometryCollection, .none:
      try list(elements, to: &text) { (index, text) throws(GeoJSONError) in
        try append(memberType(index), elements: index..<(index + 1), to: &text)
      }
    }
    text.append("}")
  }

  private func appendSingle(
    _ type: GeometryType, _ elements: Range<Int>, to text: inout JSONText
  ) throws(GeoJSONError) {
    guard let element = elements.first else {
      text.append("[]")
      return
    }
    guard elements.count == 1, memberType(element) == type else {
      throw GeoJSONError(.notWritable, "the geometry's elements do not form a \(type.name)")
    }
    try appendElement(element, to: &text)
  }

  /// An element as the type for a single element.
  private func memberType(_ element: Int) -> GeometryType {
    switch columns.elementKinds[element] {
    case .points: coordinateCount(element) == 1 ? .point : .multiPoint
    case .line: .lineString
    case .polygon: .polygon
    }
  }

  private func coordinateCount(_ element: Int) -> Int {
    columns.rings(ofElement: element).reduce(0) { $0 + columns.coordinates(ofRing: $1).count }
  }

  /// The coordinates of an element: a position, a list of them, or a list of rings.
  private func appendElement(_ element: Int, to text: inout JSONText) throws(GeoJSONError) {
    let rings = columns.rings(ofElement: element)
    switch columns.elementKinds[element] {
    case .points:
      for ring in rings { for index in columns.coordinates(ofRing: ring) { try appendPosition(index, to: &text) } }
    case .line:
      for ring in rings { try appendRing(ring, to: &text) }
    case .polygon:
      try list(rings, to: &text) { (ring, text) throws(GeoJSONError) in try appendRing(ring, to: &text) }
    }
  }

  private func appendRing(_ ring: Int, to text: inout JSONText) throws(GeoJSONError) {
    try list(columns.coordinates(ofRing: ring), to: &text) { (index, text) throws(GeoJSONError) in
      try appendPosition(index, to: &text)
    }
  }

  private func appendPosition(_ index: Int, to text: inout JSONText) throws(GeoJSONError) {
    text.append("[")
    try FeatureWriter.append(finite: columns.x[index], fraction: false, to: &text)
    text.append(",")
    try FeatureWriter.append(finite: columns.y[index], fraction: false, to: &text)
    text.append("]")
  }

  private func list(
    _ indices: some Collection<Int>, to text: inout JSONText,
    _ body: (Int, inout JSONText) throws(GeoJSONError) -> Void
  ) throws(GeoJSONError) {
    text.append("[")
    var isFirst = true
    for index in indices {
      if !isFirst { text.append(",") }
      isFirst = false
      try body(index, &text)
    }
    text.append("]")
  }

  private func check(_ elements: Range<Int>, are kind: ElementKind) throws(GeoJSONError) {
    guard elements.allSatisfy({ columns.elementKinds[$0] == kind }) else {
      throw GeoJSONError(.notWritable, "the geometry's elements do not match its type")
    }
  }
}
