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
    features.append(varint: GeometryCommand.parameter(x))
    features.append(varint: GeometryCommand.parameter(y))
    features.closeLength(at: gap)
    features.closeLength(at: featureStart + 1)
  }

  /// Ends a feature with a geometry that `TileGeometry.encode` made.
  ///
  /// A feature of which nothing is left is not written, and the result is false. The layer may then contain keys and
  /// values that no feature uses.
  @discardableResult
  package mutating func endFeature(_ geometry: UnsafeRawBufferPointer) -> Bool {
    closeTags()
    guard geometry.count > 1 else {
      features.rewind(to: featureStart)
      return false
    }
    features.reserve(2)
    features.append(FeatureField.type)
    features.append(geometry[0])
    features.append(FeatureField.geometry, UnsafeRawBufferPointer(rebasing: geometry.dropFirst()))
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
}
