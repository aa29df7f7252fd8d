extension MapRect {
  /// Creates the bounding rectangle of an `MKCircle` with the given center and the given radius, in meters. The
  /// rectangle is a square around the map point of the center.
  ///
  /// Half of the side length is the radius multiplied by the number of map points per meter at the latitude of the
  /// center. Therefore, the square is not the bounding box of the true geodesic circle. The square is not clipped to
  /// the world. The result reproduces a recorded value of `MKCircle` bit for bit.
  public init(circleAt center: Coordinate, radiusMeters: Double) {
    let point = MapPoint(center)
    let half = radiusMeters * MapScale.mapPointsPerMeter(latitude: center.latitude)
    self.init(origin: MapPoint(x: point.x - half, y: point.y - half), width: 2 * half, height: 2 * half)
  }
}
