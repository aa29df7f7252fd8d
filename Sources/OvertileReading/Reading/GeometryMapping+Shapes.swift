import MapMath
import OvertileCore
import OvertileShapes

/// The lines and polygons of a batch: cut at the antimeridian and made valid, with the cost of doing so.
extension GeometryMapping {
  /// A feature's elements by kind, cut at the antimeridian.
  private struct Parts {
    var polygons = WorldGeometry(kind: .polygons)
    var lines = WorldGeometry(kind: .lines)
    var points = WorldGeometry(kind: .points)
    var isCut = false
    var hasLongEdge = false
  }

  /// Polygons first, then lines, then points; valid, cut at the antimeridian; kinds that are empty are left out.
  ///
  /// - Throws: a rejection if it is not valid, cannot be made so, or nothing is left of it.
  func shapes(of feature: Int) throws -> Geometry {
    do {
      var parts = parts(of: feature)
      var result = Geometry(repairs: parts.isCut ? [.antimeridian] : [])
      if parts.hasLongEdge { result.repairs.insert(.longEdge) }
      try take(&parts.polygons, of: feature, isCut: parts.isCut, into: &result)
      try take(&parts.lines, of: feature, isCut: parts.isCut, into: &result)
      try take(&parts.points, of: feature, isCut: parts.isCut, into: &result)
      guard !result.shapes.isEmpty else { throw FeatureMapping.FeatureDiagnostic.collapsed }
      return result
    } catch let error as ShapeError {
      // Memory ran short: this is not a fault of the feature.
      if error.code == .unavailable { throw error }
      if error.code == .collapsed {
        if isBeyondMap(feature) { throw FeatureMapping.FeatureDiagnostic.beyondMap }
        throw FeatureMapping.FeatureDiagnostic(code: .collapsed, reason: error.message)
      }
      if error.code == .tooComplex { throw FeatureMapping.FeatureDiagnostic(code: .tooComplex, reason: error.message) }
      throw FeatureMapping.FeatureDiagnostic(code: .notValid, reason: "\(error)")
    }
  }

  /// Moves a part, made valid, into a geometry. The memory of most is that of their valid shape.
  private func take(
    _ part: inout WorldGeometry, of feature: Int, isCut: Bool, into result: inout Geometry
  ) throws {
    if part.isEmpty { return }
    var taken = WorldGeometry(kind: part.kind)
    swap(&taken, &part)
    let valid = try valid(taken, of: feature, isCut: isCut, in: &result)
    if !valid.isEmpty { result.shapes.append(valid) }
  }

  /// A part made valid; a part to be rejected is rejected before the repair, which can take long.
  private func valid(
    _ part: consuming WorldGeometry, of feature: Int, isCut: Bool, in result: inout Geometry
  ) throws -> WorldGeometry {
    let kind = part.kind
    let examined = try engine.examine(part, within: rules.budget)
    if rules.repairsFaults { try engine.checkRepair(of: examined, within: rules.budget) }
    if examined.needsRepair { try note(kind, of: feature, isCut: isCut, in: &result) }
    if examined.hadRepeatedPositions, !hasAddedPositions(feature) { result.repairs.insert(.duplicateVertices) }
    return try engine.repair(examined, within: rules.budget)
  }

  /// Separates faults of the data from those that the grid made.
  private func note(
    _ kind: WorldGeometry.Kind, of feature: Int, isCut: Bool, in result: inout Geometry
  ) throws {
    guard let found = try engine.fault(of: asRead(feature, kind, unwrapping: isCut)) else {
      result.repairs.insert(.grid)
      return
    }
    var reason = found.reason
    if let location = found.position {
      if batch.plane != nil {
        reason += " at (\(location.x), \(location.y))"
      } else {
        let longitude = Degrees.rounded(isCut ? Longitude.wrapped(location.x) : location.x)
        reason += " at longitude \(longitude), latitude \(Degrees.rounded(location.y))"
      }
    }
    if isCut, batch.plane == nil { reason += ", taken across the antimeridian" }
    guard rules.repairsFaults else {
      throw FeatureMapping.FeatureDiagnostic(code: .notValid, reason: "the geometry is invalid: \(reason)")
    }
    result.repairs.insert(.validity)
    result.fault = reason
  }

  /// Whether positions were added to the edges of a feature, which may be equal beyond the map.
  private func hasAddedPositions(_ feature: Int) -> Bool {
    guard let plane = batch.plane else { return false }
    return plane.coordinates(ofFeature: feature).count < batch.read.geometry.coordinates(ofFeature: feature).count
  }

  /// Whether a feature lies north or south of the map as a whole.
  private func isBeyondMap(_ feature: Int) -> Bool {
    let (latitudes, edge) = (batch.read.geometry.y, Mercator.maximumLatitude)
    let positions = batch.read.geometry.coordinates(ofFeature: feature)
    return positions.allSatisfy { latitudes[$0] >= edge } || positions.allSatisfy { latitudes[$0] <= -edge }
  }

  private func parts(of feature: Int) -> Parts {
    let read = batch.read.geometry
    var parts = Parts()
    if read.elements(ofFeature: feature).allSatisfy({ read.elementKinds[$0] == .polygon }) {
      parts.polygons.x.reserveCapacity(read.coordinates(ofFeature: feature).count)
      parts.polygons.y.reserveCapacity(read.coordinates(ofFeature: feature).count)
    }
    let paths = PlainPaths(batch)
    for element in read.elements(ofFeature: feature) {
      let rings = read.rings(ofElement: element).map { read.coordinates(ofRing: $0) }
      var isCut = false
      switch read.elementKinds[element] {
      case .points:
        for index in rings.joined() {
          parts.points.append(x: Double(batch.worldX[index]), y: Double(batch.worldY[index]))
        }
        parts.points.ringEnds = [parts.points.x.count]
      case .polygon where !paths.append(polygonWithRingsAt: rings, to: &parts.polygons):
        let columns = batch.features.geometry
        isCut = AntimeridianCut.append(
          polygonWithRingsAt: rings, longitudes: columns.x, latitudes: columns.y, insideIsLeft: batch.insideIsLeft,
          to: &parts.polygons)
      case .polygon: break
      case .line:
        for ring in rings where !paths.append(lineAt: ring, to: &parts.lines) {
          let columns = batch.features.geometry
          AntimeridianCut.append(lineAt: ring, longitudes: columns.x, latitudes: columns.y, to: &parts.lines)
          isCut = true
        }
      }
      guard isCut else { continue }
      parts.isCut = true
      let columns = batch.features.geometry
      if rings.contains(where: { LongEdges.mayBeMeant(columns.x, columns.y, $0) }) { parts.hasLongEdge = true }
    }
    return parts
  }

  /// The polygons or lines of a feature as they were read, before the grid: in the plane of the source, or else in degrees.
  ///
  /// - Parameter unwrapping: whether longitudes continue across the antimeridian, so that steps go the short way.
  private func asRead(_ feature: Int, _ kind: WorldGeometry.Kind, unwrapping: Bool) -> WorldGeometry {
    let columns = batch.plane ?? batch.read.geometry
    var geometry = WorldGeometry(kind: kind)
    for element in columns.elements(ofFeature: feature)
    where columns.elementKinds[element] == (kind == .polygons ? .polygon : .line) {
      let rings = columns.rings(ofElement: element).map { columns.coordinates(ofRing: $0) }
      if unwrapping, batch.plane == nil {
        AntimeridianCut.appendUnwrapped(
          rings, longitudes: columns.x, latitudes: columns.y, insideIsLeft: batch.insideIsLeft, to: &geometry)
        continue
      }
      for ring in rings {
        for index in ring { geometry.append(x: columns.x[index], y: columns.y[index]) }
        geometry.endRing()
      }
      if kind == .polygons { geometry.endPolygon() }
    }
    return geometry
  }
}
