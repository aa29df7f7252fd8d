import Circles
import MapMath

extension OverlayDecoder {
  /// A circle, or the shape of several, from one of its parts.
  func circle(
    _ fields: inout OverlayFields, _ piece: TilePiece, _ id: OverlayID, _ layer: BundleManifest.Layer
  ) throws(OverlayFault) -> Overlay {
    let part = try fields.string("part")
    if part == "dissolved" {
      let count = try fields.whole("circle_count")
      guard piece.geometry.kind == .polygons else { throw OverlayFault(reason: "its geometry is not a polygon") }
      return .dissolvedCircles(
        DissolvedCircles(id: id, circleCount: count, pieces: [piece], properties: fields.rest))
    }
    guard ["center", "ring", "dot"].contains(part) else {
      throw OverlayFault(reason: "part is \"\(part)\", not center, ring, dot or dissolved")
    }
    guard (part == "ring") == (piece.geometry.kind == .polygons) else {
      throw OverlayFault(reason: "the geometry of its \(part) is of another kind")
    }
    return .circle(try circle(&fields, part, piece, id, layer))
  }

  private func circle(
    _ fields: inout OverlayFields, _ part: String, _ piece: TilePiece, _ id: OverlayID, _ layer: BundleManifest.Layer
  ) throws(OverlayFault) -> CircleOverlay {
    let center = Coordinate(
      latitude: try fields.number("center_latitude", in: -90...90),
      longitude: try fields.number("center_longitude", in: -180...180))
    let zoom = Int(piece.tile.z)
    var circle = CircleOverlay(
      id: id, center: center, radiusMeters: try fields.number("radius_m", in: 0...Self.largestRadius),
      radiusMapPoints: try fields.number("radius_map_points", in: 0...Self.largestRadius),
      radiusPixels: try fields.number("radius_px", in: 0...Self.largestRadius), zoom: zoom, isDot: part == "dot",
      drawsCenter: part == "center", drawsRing: part == "ring", pulse: try pulse(&fields), rules: layer.circle,
      pieces: [], properties: [:])
    circle.properties = fields.rest
    if let rules = layer.circle {
      circle.drawsCenter = !circle.isDot && rules.draw.contains("center")
      circle.drawsRing = !circle.isDot && rules.draw.contains("ring") && rules.dissolve == "none"
    } else if part == "ring" {
      circle.pieces = [piece]
    }
    return circle
  }

  private func pulse(_ fields: inout OverlayFields) throws(OverlayFault) -> BundleManifest.Pulse? {
    guard fields.has("pulse_seconds") else { return nil }
    let scales = 0...PulseEnvelope.maximumScale
    return BundleManifest.Pulse(
      scale: [try fields.number("pulse_scale_from", in: scales), try fields.number("pulse_scale_to", in: scales)],
      opacity: [
        try fields.number("pulse_opacity_from", in: 0...1), try fields.number("pulse_opacity_to", in: 0...1),
      ],
      seconds: try fields.number("pulse_seconds", in: 0...1e9))
  }

  /// Beyond all radii in metres, map points and pixels of this project's circles.
  private static let largestRadius = 1e15
}
