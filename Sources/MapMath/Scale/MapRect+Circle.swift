extension MapRect {
  /// Creates the bounding rectangle of an MKCircle, which is a square around the center's map point.
  ///
  /// Half of its side is the radius in meters times the map points per meter at the center's latitude, so the square is
  /// not the bounding box of the true geodesic circle. Nothing is clipped to the world. Source: a recorded value of
  /// MKCircle, which is reproduced bit for bit.
  public init(circleAt center: Coordinate, radiusMeters: Double) {
    let point = MapPoint(center)
    let half = radiusMeters * MapScale.mapPointsPerMeter(latitude: center.latitude)
    self.init(origin: MapPoint(x: point.x - half, y: point.y - half), width: 2 * half, height: 2 * half)
  }
}
