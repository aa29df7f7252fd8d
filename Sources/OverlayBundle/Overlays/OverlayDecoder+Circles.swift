import MapMath
import OvertileCircles

extension OverlayDecoder {
  /// A circle, or the shape of several, from one of its parts.
  func circle(
    _ fields: inout OverlayFields, _ clippedFeature: ClippedFeature, _ id: OverlayID, _ layer: BundleManifest.Layer
  ) throws(OverlayFault) -> Overlay {
    let name = try fields.string(TileProperty.part)
    let part = CirclePart(rawValue: name)
    if part == .dissolved {
      let count = try fields.whole(TileProperty.circleCount)
      guard clippedFeature.geometry.kind == .polygons else {
        throw OverlayFault(reason: "the feature's geometry is not a polygon")
      }
      return .dissolvedCircles(
        DissolvedCirclesOverlay(id: id, circleCount: count, clippedFeatures: [clippedFeature], properties: fields.rest))
    }
    guard let part else {
      throw OverlayFault(reason: "expected part to be center, ring, dot or dissolved, but found \"\(name)\"")
    }
    guard (part == .ring) == (clippedFeature.geometry.kind == .polygons) else {
      throw OverlayFault(reason: "the geometry of the circle's \(part) has the wrong type")
    }
    return .circle(try circle(&fields, part, clippedFeature, id, layer))
  }

  private func circle(
    _ fields: inout OverlayFields, _ part: CirclePart, _ clippedFeature: ClippedFeature, _ id: OverlayID,
    _ layer: BundleManifest.Layer
  ) throws(OverlayFault) -> CircleOverlay {
    let center = Coordinate(
      latitude: try fields.number(TileProperty.centerLatitude, in: -90...90),
      longitude: try fields.number(TileProperty.centerLongitude, in: -180...180))
    let zoom = Int(clippedFeature.tile.z)
    var circle = CircleOverlay(
      id: id, center: center, radiusMeters: try fields.number(TileProperty.radiusMeters, in: 0...Self.largestRadius),
      radiusMapPoints: try fields.number(TileProperty.radiusMapPoints, in: 0...Self.largestRadius),
      radiusPixels: try fields.number(TileProperty.radiusPixels, in: 0...Self.largestRadius), zoom: zoom,
      isDot: part == .dot,
      drawsCenter: part == .center, drawsRing: part == .ring, pulse: try pulse(&fields), rules: layer.circle,
      clippedFeatures: [], properties: [:])
    circle.properties = fields.rest
    if let rules = layer.circle {
      circle.drawsCenter = !circle.isDot && rules.draws(.center)
      circle.drawsRing = !circle.isDot && rules.draws(.ring) && rules.dissolving == .nothing
    } else if part == .ring {
      circle.clippedFeatures = [clippedFeature]
    }
    return circle
  }

  private func pulse(_ fields: inout OverlayFields) throws(OverlayFault) -> BundleManifest.Pulse? {
    guard fields.has(TileProperty.pulseSeconds) else { return nil }
    var numbers: [Double] = []
    for (name, most) in zip(TileProperty.pulse, [100, 100, 1, 1, 1e9]) {
      numbers.append(try fields.number(name, in: 0...most))
    }
    return BundleManifest.Pulse(scale: Array(numbers[..<2]), opacity: Array(numbers[2..<4]), seconds: numbers[4])
  }

  /// Larger than all radii in meters, map points and pixels of this project's circles.
  private static let largestRadius = 1e15
}
