import MapMath

/// A line of a disc's boundary in whole grid units, x not yet brought into the world, inside on the right.
struct BoundaryPath {
  var x: [Double] = []
  var y: [Double] = []
  /// Whether the last vertex is followed by the first, `winding` worlds farther east.
  var isClosed: Bool
  /// The number of times that a closed line goes around the world, eastward.
  var winding = 0.0

  /// The lines of a run and its mirror image around an x.
  static func paths(of run: EastRun, centerX: Double) -> [BoundaryPath] {
    let side = WorldGrid.side
    let (startTurn, endTurn) = (run.start == .seam ? 1.0 : 0, run.end == .seam ? 1.0 : 0)
    guard run.start != .edge || run.end != .edge else {
      var (east, west) = (BoundaryPath(isClosed: false), BoundaryPath(isClosed: false))
      east.appendEast(of: run, centerX: centerX)
      west.appendWest(of: run, centerX: centerX)
      return [east, west]
    }
    var path = BoundaryPath(isClosed: run.start != .edge && run.end != .edge, winding: endTurn - startTurn)
    if run.end == .edge {
      path.appendWest(of: run, centerX: centerX + startTurn * side)
      path.appendEast(of: run, centerX: centerX)
    } else {
      path.appendEast(of: run, centerX: centerX)
      path.appendWest(of: run, centerX: centerX + endTurn * side)
    }
    return [path]
  }

  private mutating func appendEast(of run: EastRun, centerX: Double) {
    for i in run.dx.indices { append(centerX + run.dx[i], run.y[i]) }
  }

  private mutating func appendWest(of run: EastRun, centerX: Double) {
    for i in run.dx.indices.reversed() { append(centerX - run.dx[i], run.y[i]) }
  }

  private mutating func append(_ x: Double, _ y: Double) {
    self.x.append((x + 0.5).rounded(.down))
    self.y.append(min(max((y + 0.5).rounded(.down), 0), WorldGrid.side))
  }

  /// The line in parts of one world each, x brought into 0...2^32. Both sides of a cut have the same rounded y.
  func cut() -> [(cell: Double, line: WorldOutline.Line)] {
    let side = WorldGrid.side
    var cell = (x[0] / side).rounded(.down)
    var line = WorldOutline.Line()
    line.append(x[0] - cell * side, y[0])
    var parts: [(cell: Double, line: WorldOutline.Line)] = []
    for i in 1..<(x.count + (isClosed ? 1 : 0)) {
      let (lastX, lastY) = (x[i - 1], y[i - 1])
      let (nextX, nextY) = i < x.count ? (x[i], y[i]) : (x[0] + winding * side, y[0])
      while nextX > (cell + 1) * side || nextX < cell * side {
        let isEastward = nextX > cell * side
        let meridian = isEastward ? (cell + 1) * side : cell * side
        let cutY = lastX == nextX ? lastY : lastY + (nextY - lastY) * ((meridian - lastX) / (nextX - lastX))
        let rounded = (cutY + 0.5).rounded(.down)
        line.append(isEastward ? side : 0, rounded)
        parts.append((cell, line))
        cell += isEastward ? 1 : -1
        line = WorldOutline.Line()
        line.append(isEastward ? 0 : side, rounded)
      }
      line.append(nextX - cell * side, nextY)
    }
    parts.append((cell, line))
    return parts
  }
}
