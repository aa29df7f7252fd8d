import MapMath
import OvertileCore
import OvertilePipeline

extension QueryResult {
  /// The part of a region that a map can show, as a region of MapKit, distances, a map rectangle and bounds.
  ///
  /// - Throws: `PipelineError.badData` if a map can show nothing of it.
  init(region asked: Region) throws {
    let edge = Quantity.fixed(Mercator.maximumLatitude, 6)
    guard let region = asked.clampedToMap() else {
      throw PipelineError.badData(
        "the region around latitude \(JSONValue.text(asked.center.latitude)) is entirely outside the map, "
          + "which ends at latitude \(edge)")
    }
    let rect = MapRect(region)
    let (span, latitude) = (region.span, region.center.latitude)
    self = [
      "center": .coordinate(region.center), "latitudeDelta": .number(span.latitudeDelta, .span),
      "longitudeDelta": .number(span.longitudeDelta, .span),
      "latitudinalMeters": .number(span.latitudeDelta * MapScale.metersPerDegreeOfLatitude(latitude), .meters),
      "longitudinalMeters": .number(span.longitudeDelta * MapScale.metersPerDegreeOfLongitude(latitude), .meters),
      "mapRect": .group([
        "x": .number(rect.minX, .mapPoints), "y": .number(rect.minY, .mapPoints),
        "width": .number(rect.width, .mapPoints), "height": .number(rect.height, .mapPoints),
      ]),
      "bounds": .group(QueryResult(edgesOf: rect)),
    ]
    var cuts: [String] = []
    if asked.span.longitudeDelta > 360 {
      cuts.append(
        "the longitude span of \(Quantity.span.text(asked.span.longitudeDelta)) was reduced to 360°, the whole world")
    }
    if region.center.latitude != asked.center.latitude || region.span.latitudeDelta != asked.span.latitudeDelta {
      cuts.append("the region was cut off at latitude \(edge), the edge of the map, so its center has moved")
    }
    if !cuts.isEmpty { add("note", .text(cuts.joined(separator: "; "))) }
  }

  /// The edges of a rectangle in degrees; west is beyond east if the antimeridian is inside.
  private init(edgesOf rect: MapRect) {
    let northwest = rect.origin.coordinate.wrapped
    let southeast = MapPoint(x: rect.maxX, y: rect.maxY).coordinate.wrapped
    let isWhole = rect.width >= MapPoint.worldSide
    self = [
      "west": .number(isWhole ? -180 : northwest.longitude, .degrees), "south": .number(southeast.latitude, .degrees),
      "east": .number(isWhole || southeast.longitude == -180 ? 180 : southeast.longitude, .degrees),
      "north": .number(northwest.latitude, .degrees),
    ]
  }
}
