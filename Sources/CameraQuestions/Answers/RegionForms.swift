import MapMath

/// A region of MapKit, as a region, a map rectangle, bounds and distances.
struct RegionForms {
  let region: Region
  let rect: MapRect

  func answer() -> Answer {
    var answer = Answer()
    answer.add("center", .place(region.center))
    answer.add("latitudeDelta", region.span.latitudeDelta, .span)
    answer.add("longitudeDelta", region.span.longitudeDelta, .span)
    let latitude = region.center.latitude
    answer.add(
      "latitudinalMeters", region.span.latitudeDelta * MapScale.metersPerDegreeOfLatitude(latitude), .meters)
    answer.add(
      "longitudinalMeters", region.span.longitudeDelta * MapScale.metersPerDegreeOfLongitude(latitude), .meters)
    answer.group("mapRect") { group in
      group.add("x", rect.minX, .mapPoints)
      group.add("y", rect.minY, .mapPoints)
      group.add("width", rect.width, .mapPoints)
      group.add("height", rect.height, .mapPoints)
    }
    answer.add("bounds", .group(bounds))
    return answer
  }

  /// The edges in degrees; west is beyond east where the 180th meridian is inside.
  private var bounds: Answer {
    let (northwest, southeast) = (
      MapPoint(x: rect.minX, y: rect.minY).coordinate, MapPoint(x: rect.maxX, y: rect.maxY).coordinate
    )
    let isWhole = rect.width >= MapPoint.worldSide
    let east = southeast.wrapped.longitude
    var bounds = Answer()
    bounds.add("west", isWhole ? -180 : northwest.wrapped.longitude, .degrees)
    bounds.add("south", southeast.latitude, .degrees)
    bounds.add("east", isWhole || east == -180 ? 180 : east, .degrees)
    bounds.add("north", northwest.latitude, .degrees)
    return bounds
  }
}
