import MapMath

extension TileEncoder {
  /// Starts a feature. By convention, an id is unique in its layer, but no rule requires it.
  @inline(__always)
  package mutating func beginFeature(id: UInt64? = nil) {
    features.reserve(32)
    featureStart = features.count
    features.append(LayerField.features)
    features.append(0)
    if let id {
      features.append(FeatureField.id)
      features.append(varint: id)
    }
    features.append(FeatureField.tags)
    features.append(0)
    tagsStart = features.count
  }

  /// Ends a feature that is one point, in tile units from the north-western corner.
  @inline(__always)
  package mutating func endFeature(x: Int32, y: Int32) {
    closeTags()
    features.reserve(32)
    features.append(FeatureField.type)
    features.append(TileGeometry.Kind.points.rawValue)
    features.append(FeatureField.geometry)
    let gap = features.count
    features.append(0)
    features.append(varint: GeometryCommand.integer(GeometryCommand.moveTo, count: 1))
    appendZigzag(x)
    appendZigzag(y)
    features.closeLength(at: gap)
    features.closeLength(at: featureStart + 1)
  }

  /// Ends a feature with a geometry. Its coordinates must be within +-2^30.
  ///
  /// Lines of fewer than 2 positions and rings of fewer than 3 are left out. If nothing remains, the feature is not
  /// written and the result is false. The layer may then contain keys and values that no feature uses. O(positions).
  @discardableResult
  package mutating func endFeature(_ geometry: TileGeometry) -> Bool {
    closeTags()
    features.reserve(16 + 10 * geometry.x.count + 12 * geometry.partEnds.count)
    features.append(FeatureField.type)
    features.append(geometry.kind.rawValue)
    features.append(FeatureField.geometry)
    let gap = features.count
    features.append(0)
    appendCommands(geometry)
    if features.count == gap + 1 {
      features.rewind(to: featureStart)
      return false
    }
    features.closeLength(at: gap)
    features.closeLength(at: featureStart + 1)
    return true
  }

  @inline(__always)
  private mutating func closeTags() {
    if features.count == tagsStart {
      features.rewind(to: tagsStart - 2)
    } else {
      features.closeLength(at: tagsStart - 1)
    }
  }

  private mutating func appendCommands(_ geometry: TileGeometry) {
    let (kind, ends) = (geometry.kind, geometry.partEnds)
    geometry.x.withUnsafeBufferPointer { xs in
      geometry.y.withUnsafeBufferPointer { ys in
        var (cursorX, cursorY): (Int32, Int32) = (0, 0)
        var start = 0
        for end in ends {
          appendPart(kind, xs, ys, start..<end, &cursorX, &cursorY)
          start = end
        }
      }
    }
  }

  /// Appends one part, relative to a cursor that all parts of the feature share. ClosePath does not move the cursor.
  private mutating func appendPart(
    _ kind: TileGeometry.Kind, _ xs: UnsafeBufferPointer<Int32>, _ ys: UnsafeBufferPointer<Int32>,
    _ part: Range<Int>, _ cursorX: inout Int32, _ cursorY: inout Int32
  ) {
    guard part.count >= Int(kind.rawValue) else { return }
    let moves = kind == .points ? part.count : 1
    features.append(varint: GeometryCommand.integer(GeometryCommand.moveTo, count: moves))
    for position in part {
      if position == part.lowerBound + moves {
        features.append(varint: GeometryCommand.integer(GeometryCommand.lineTo, count: part.count - 1))
      }
      appendZigzag(xs[position] &- cursorX)
      appendZigzag(ys[position] &- cursorY)
      (cursorX, cursorY) = (xs[position], ys[position])
    }
    if kind == .polygons { features.append(varint: GeometryCommand.integer(GeometryCommand.closePath, count: 1)) }
  }

  @inline(__always)
  private mutating func appendZigzag(_ value: Int32) {
    features.append(varint: UInt64(UInt32(bitPattern: (value << 1) ^ (value >> 31))))
  }
}
