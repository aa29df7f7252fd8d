import MapMath
import OvertileCore
import OvertilePipeline

/// A region of MapKit, as a region, a map rectangle, bounds and distances.
struct RegionForms {
  let region: Region
  let rect: MapRect
  /// The note on the part that was cut off; nil for none.
  private let note: String?

  /// Makes the forms of the part of a region that a map can show.
  init(_ asked: Region) throws {
    let edge = Quantity.fixed(Mercator.maximumLatitude, 6)
    guard let region = asked.clampedToMap() else {
      throw PipelineError.badData(
        "the region around latitude \(JSONValue.text(asked.center.latitude)) is entirely outside the map, "
          + "which ends at latitude \(edge)")
    }
    self.region = region
    rect = MapRect(region)
    var cuts: [String] = []
    if asked.span.longitudeDelta > 360 {
      cuts.append(
        "the longitude span of \(Quantity.span.text(asked.span.longitudeDelta)) was reduced to 360°, the whole world")
    }
    if region.center.latitude != asked.center.latitude || region.span.latitudeDelta != asked.span.latitudeDelta {
      cuts.append("the region was cut off at latitude \(edge), the edge of the map, so its center has moved")
    }
    note = cuts.isEmpty ? nil : cuts.joined(separator: "; ")
  }

  /// The result.
  func result() -> QueryResult {
    var result = QueryResult()
    result.add("center", .coordinate(region.center))
    result.add("latitudeDelta", region.span.latitudeDelta, .span)
    result.add("longitudeDelta", region.span.longitudeDelta, .span)
    let latitude = region.center.latitude
    result.add(
      "latitudinalMeters", region.span.latitudeDelta * MapScale.metersPerDegreeOfLatitude(latitude), .meters)
    result.add(
      "longitudinalMeters", region.span.longitudeDelta * MapScale.metersPerDegreeOfLongitude(latitude), .meters)
    result.group("mapRect") { group in
      group.add("x", rect.minX, .mapPoints)
      group.add("y", rect.minY, .mapPoints)
      group.add("width", rect.width, .mapPoints)
      group.add("height", rect.height, .mapPoints)
    }
    result.add("bounds", .group(bounds))
    if let note { result.add("note", .text(note)) }
    return result
  }

  /// The edges in degrees; west is beyond east if the antimeridian is inside.
  private var bounds: QueryResult {
    let (northwest, southeast) = (
      MapPoint(x: rect.minX, y: rect.minY).coordinate, MapPoint(x: rect.maxX, y: rect.maxY).coordinate
    )
    let isWhole = rect.width >= MapPoint.worldSide
    let east = southeast.wrapped.longitude
    var bounds = QueryResult()
    bounds.add("west", isWhole ? -180 : northwest.wrapped.longitude, .degrees)
    bounds.add("south", southeast.latitude, .degrees)
    bounds.add("east", isWhole || east == -180 ? 180 : east, .degrees)
    bounds.add("north", northwest.latitude, .degrees)
    return bounds
  }
}
