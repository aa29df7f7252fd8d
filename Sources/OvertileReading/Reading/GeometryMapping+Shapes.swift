import MapMath
import OvertileCore
import OvertileShapes

/// The lines and polygons of a batch: cut at the antimeridian and made valid, with the cost of doing so.
extension GeometryMapping {
  /// Polygons first, then lines, then points; valid, cut at the antimeridian; kinds that are empty are left out.
  ///
  /// - Throws: a rejection if it is not valid, cannot be made so, or nothing is left of it.
  func shapes(of feature: Int) throws -> Geometry {
    do {
      var result = parts(of: feature)
      for index in result.shapes.indices where !result.shapes[index].isEmpty {
        // Taken out, so that it is given back once its valid shape is made.
        var part = WorldGeometry(kind: .points)
        swap(&part, &result.shapes[index])
        result.shapes[index] = try valid(part, of: feature, in: &result)
      }
      result.shapes.removeAll(where: \.isEmpty)
      guard !result.shapes.isEmpty else { throw FeatureMapping.FeatureDiagnostic.collapsed }
      return result
    } catch let error as ShapeError where error.code == .collapsed {
      throw isBeyondMap(feature)
        ? FeatureMapping.FeatureDiagnostic(code: .neverShown, reason: "the feature lies beyond the edge of the map")
        : FeatureMapping.FeatureDiagnostic(code: .collapsed, reason: error.message)
    } catch let error as ShapeError where error.code == .tooComplex {
      throw FeatureMapping.FeatureDiagnostic(code: .tooComplex, reason: error.message)
    }
  }

  /// A part made valid; a part to be rejected is rejected before the repair, which can take long.
  private func valid(
    _ part: consuming WorldGeometry, of feature: Int, in result: inout Geometry
  ) throws -> WorldGeometry {
    let kind = part.kind
    let examined = try engine.examine(part, within: rules.budget)
    if rules.repairsFaults { try engine.checkRepair(of: examined, within: rules.budget) }
    if examined.needsRepair { try note(kind, of: feature, in: &result) }
    if examined.hadRepeatedPositions, !hasAddedPositions(feature) { result.repairs.insert(.duplicateVertices) }
    return examined.isValid ? examined.shape : try engine.repair(examined, within: rules.budget)
  }

  /// Separates faults of the data from those that the grid made.
  private func note(_ kind: WorldGeometry.Kind, of feature: Int, in result: inout Geometry) throws {
    let isCut = result.repairs.contains(.antimeridian)
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

  /// A feature's polygons, lines and points, cut at the antimeridian, with the repairs that this is.
  private func parts(of feature: Int) -> Geometry {
    let (read, paths) = (batch.read.geometry, PlainPaths(batch))
    var (polygons, lines, points) = (
      WorldGeometry(kind: .polygons), WorldGeometry(kind: .lines), WorldGeometry(kind: .points)
    )
    var repairs: Set<Repair> = []
    if read.elements(ofFeature: feature).allSatisfy({ read.elementKinds[$0] == .polygon }) {
      polygons.x.reserveCapacity(read.coordinates(ofFeature: feature).count)
      polygons.y.reserveCapacity(read.coordinates(ofFeature: feature).count)
    }
    for element in read.elements(ofFeature: feature) {
      let rings = read.rings(ofElement: element).map { read.coordinates(ofRing: $0) }
      var isCut = false
      switch read.elementKinds[element] {
      case .points:
        for index in rings.joined() { points.append(x: Double(batch.worldX[index]), y: Double(batch.worldY[index])) }
        points.ringEnds = [points.x.count]
      case .polygon where !paths.append(polygonWithRingsAt: rings, to: &polygons):
        let columns = batch.features.geometry
        isCut = AntimeridianCut.append(
          polygonWithRingsAt: rings, longitudes: columns.x, latitudes: columns.y, insideIsLeft: batch.insideIsLeft,
          to: &polygons)
      case .polygon: break
      case .line:
        for ring in rings where !paths.append(lineAt: ring, to: &lines) {
          let columns = batch.features.geometry
          AntimeridianCut.append(lineAt: ring, longitudes: columns.x, latitudes: columns.y, to: &lines)
          isCut = true
        }
      }
      guard isCut else { continue }
      repairs.insert(.antimeridian)
      let columns = batch.features.geometry
      if rings.contains(where: { LongEdges.mayBeMeant(columns.x, columns.y, $0) }) { repairs.insert(.longEdge) }
    }
    return Geometry(shapes: [polygons, lines, points], repairs: repairs)
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
