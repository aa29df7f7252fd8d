extension CameraFit {
  /// The fit that holds at any pitch: the greatest zoom at which the box on the screen, its middle in the middle of the
  /// free area, lies inside the free area.
  ///
  /// The box only grows with the zoom, so halving finds it to the last digit that matters.
  func sound(_ corners: [MapPoint]) throws(CameraError) -> Camera {
    let scene = try TiltedScene(of: self, corners: corners)
    var zoom = try scene.greatestZoom(upTo: maximumZoom512)
    if zoomSnap >= 1e-9 { zoom = allowed(zoom + 1e-9) }
    return PlanePosition(center: scene.placed(atZoom: zoom).center, zoom512: zoom).camera(like: template)
  }
}

/// The corners of a target before a tilted camera, for any zoom.
///
/// In points from the camera's center, turned by the bearing, a row Y of the ground appears v = Y D cos / (D - Y sin) below
/// the center, and a column X at X D / (D - Y sin): see `CameraProjection`. Rows and columns can be solved one after the
/// other, since v depends on Y alone, and rises with it.
private struct TiltedScene {
  /// The corners in map points from `middle`, turned by the bearing.
  private var ground: [ScreenPoint] = []
  private let middle: MapPoint
  private let bearing: (sin: Double, cos: Double)
  private let pitch: (sin: Double, cos: Double)
  private let distance: Double
  private let freeBox: ScreenBox
  /// The position of the middle of the box, from the screen position of the camera's center.
  private let target: ScreenPoint
  /// The rows' denominator D cos + v sin at the target.
  private let slope: Double
  private var rows = ScreenBox()

  init(of fit: CameraFit, corners: [MapPoint]) throws(CameraError) {
    freeBox = try fit.freeBox()
    let projection = try CameraProjection(fit.template, in: fit.viewport)
    target = ScreenPoint(
      x: freeBox.middle.x + fit.offset.x - projection.principal.x,
      y: freeBox.middle.y + fit.offset.y - projection.principal.y)
    bearing = Degrees.sinCos(fit.bearing)
    pitch = Degrees.sinCos(fit.pitch)
    distance = 1.5 * fit.viewport.height
    slope = distance * pitch.cos + target.y * pitch.sin
    guard slope > 0 else { throw .aboveHorizon }
    var plane = ScreenBox()
    for corner in corners { plane.include(ScreenPoint(x: corner.x, y: corner.y)) }
    middle = MapPoint(x: plane.middle.x, y: plane.middle.y)
    for corner in corners {
      let (dx, dy) = (corner.x - middle.x, corner.y - middle.y)
      let turned = ScreenPoint(
        x: dx * bearing.cos + dy * bearing.sin, y: dy * bearing.cos - dx * bearing.sin)
      ground.append(turned)
      rows.include(turned)
    }
  }

  /// The greatest zoom up to a limit at which the box lies inside the free area.
  func greatestZoom(upTo limit: Double) throws(CameraError) -> Double {
    if placed(atZoom: limit).fits { return limit }
    var (low, high) = (-64.0, limit)
    guard low < high, placed(atZoom: low).fits else { throw .noRoom }
    for _ in 0..<60 {
      let zoom = (low + high) / 2
      if placed(atZoom: zoom).fits { low = zoom } else { high = zoom }
    }
    return low
  }

  /// The camera's center that brings the box's middle to its position, and whether the box lies inside the free area.
  func placed(atZoom zoom: Double) -> (center: MapPoint, fits: Bool) {
    let scale = exp2(zoom - 19)
    // The image of the rows is target.y +- r, where the rows of its ends are as far apart as the corners' are.
    let reach = rows.height * scale
    let squared = distance * distance * pitch.cos
    let side = reach * pitch.sin * slope
    let r = reach * slope * slope / (squared + (squared * squared + side * side).squareRoot())
    let bottom = target.y + r
    let down = bottom * distance / (distance * pitch.cos + bottom * pitch.sin) - rows.maxY * scale
    let columns = ground.map { corner in
      let growth = distance / (distance - (corner.y * scale + down) * pitch.sin)
      return (x: corner.x * scale, growth: growth)
    }
    let (across, width) = centered(columns)
    let center = MapPoint(
      x: middle.x - (across * bearing.cos - down * bearing.sin) / scale,
      y: middle.y - (across * bearing.sin + down * bearing.cos) / scale)
    return (center, 2 * r <= freeBox.height && width <= freeBox.width)
  }

  /// The offset of the columns that brings the middle of their images to that of the free area, and the width of the
  /// images then.
  ///
  /// Both ends of the images rise with the move, so the outermost two columns give the next guess, and halving helps if
  /// the guesses would go in circles.
  private func centered(_ columns: [(x: Double, growth: Double)]) -> (move: Double, width: Double) {
    var (low, high) = (-Double.infinity, Double.infinity)
    var move = 0.0
    var ends = outermost(columns, moved: move)
    for step in 0..<200 {
      let (west, east) = (columns[ends.west], columns[ends.east])
      let excess = (west.x + move) * west.growth + (east.x + move) * east.growth - 2 * target.x
      if excess > 0 { high = min(high, move) } else { low = max(low, move) }
      var next = move - excess / (west.growth + east.growth)
      if step > 8, low.isFinite, high.isFinite { next = (low + high) / 2 }
      let found = outermost(columns, moved: next)
      let isSettled = next == move || (found == ends && step <= 8)
      (move, ends) = (next, found)
      if isSettled { break }
    }
    let (west, east) = (columns[ends.west], columns[ends.east])
    return (move, (east.x + move) * east.growth - (west.x + move) * west.growth)
  }

  /// The columns whose images lie outermost after a move.
  private func outermost(_ columns: [(x: Double, growth: Double)], moved move: Double) -> (west: Int, east: Int) {
    var (west, east) = (0, 0)
    var (least, most) = (Double.infinity, -Double.infinity)
    for (i, column) in columns.enumerated() {
      let image = (column.x + move) * column.growth
      if image < least { (west, least) = (i, image) }
      if image > most { (east, most) = (i, image) }
    }
    return (west, east)
  }
}
