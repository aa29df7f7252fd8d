/// A guess at positions that are not degrees, by their size alone: never certain which system it is.
struct ProjectedCoordinates {
  let sample: CoordinateSample
  let source: String

  /// The half side of the square map of EPSG:3857 in meters.
  private static let mercatorSide = 20_037_508.35
  /// The eastings of UTM zones and of most national grids, a little widened.
  private static let gridEastings = 0.0...1_000_000.0
  /// The northings of UTM zones.
  private static let gridNorthings = 0.0...10_000_000.0

  /// The advice on `crs`, in one line.
  var advice: String {
    let head = "set crs: of source \"\(source)\" to the system of the coordinates"
    let others = zip(sample.x, sample.y).filter { abs($0) > 360 || abs($1) > 90 }
    let isOfWebMap = others.allSatisfy { abs($0) <= Self.mercatorSide && abs($1) <= Self.mercatorSide }
    guard isOfWebMap, others.count * 2 > sample.x.count else {
      return head + "; the data's own description names it, as a .prj file beside them does"
    }
    let isOfGrid = others.allSatisfy { Self.gridEastings.contains($0) && Self.gridNorthings.contains($1) }
    if isOfGrid {
      return head
        + ": numbers of this size are those of national grids and UTM zones (EPSG:32601 to 32660 in the north), "
        + "and of Web Mercator (EPSG:3857); the data's own description says which one"
    }
    return head
      + ": numbers of this size are those of Web Mercator (EPSG:3857), which web maps use; some national grids "
      + "have such numbers, too"
  }
}
