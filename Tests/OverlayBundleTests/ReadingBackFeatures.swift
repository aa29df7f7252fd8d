import TestSupport

/// Points, lines and polygons as GeoJSON texts, some across the antimeridian, some tiny, with ids and without.
struct ReadingBackFeatures {
  private(set) var texts: [String] = []
  private var random: SeededRandom

  init(seed: UInt64, count: Int) {
    random = SeededRandom(seed: seed)
    for index in 0..<count {
      let id = index.isMultiple(of: 3) ? #""id":\#(index),"# : index.isMultiple(of: 5) ? #""id":"n\#(index)","# : ""
      let name = ["Ä", "b", "c"].randomElement(using: &random) ?? ""
      let mag = Int.random(in: 0...90, using: &random)
      let open = Bool.random(using: &random) ? #","open":true,"tags":[1,2]"# : ""
      let geometry = self.geometry()
      texts.append(
        #"{"type":"Feature",\#(id)"geometry":\#(geometry),"properties":{"name":"\#(name)","mag":\#(mag).5\#(open)}}"#)
    }
  }

  private mutating func geometry() -> String {
    let towns: [(Double, Double)] = [
      (13.4, 52.5), (-0.1, 51.5), (179.9, -17.5), (-179.9, -17.5), (0, 0), (100, 84.9),
    ]
    let town = towns.randomElement(using: &random) ?? (0, 0)
    let x: Double = town.0 + offset(3)
    let y: Double = min(town.1 + offset(3), 86)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let steps: [Double] = [0, 1, 2, 3, 4]
      let line = steps.map { step -> String in
        let (east, north): (Double, Double) = (x + step * 3, y - step * step)
        return "[\(east),\(north)]"
      }.joined(separator: ",")
      return #"{"type":"LineString","coordinates":[\#(line)]}"#
    case 1, 2:
      let size: Double = [0.001, 2, 25].randomElement(using: &random) ?? 1
      let corners: [(Double, Double)] = [
        (0, 0), (size, 0), (size * 0.8, size), (size / 2, size / 3), (0, size), (0, 0),
      ]
      let ring = corners.map { corner -> String in
        let (east, north): (Double, Double) = (x + corner.0, max(y - corner.1, -86))
        return "[\(east),\(north)]"
      }.joined(separator: ",")
      return #"{"type":"Polygon","coordinates":[[\#(ring)]]}"#
    default:
      return #"{"type":"Point","coordinates":[\#(x),\#(y)]}"#
    }
  }

  private mutating func offset(_ span: Double) -> Double { Double.random(in: -span / 2...span / 2, using: &random) }
}
