import MapMath
import Testing

@Suite struct MapScaleTests {
  @Test func equalsRecordedValues() {
    #expect(abs(MapScale.metersPerMapPoint(latitude: 0) - 0.14828977333772544) <= 1e-15)
    #expect(abs(MapScale.mapPointsPerMeter(latitude: 37.3326) - 8.44991070213448) <= 1e-13)
    #expect(abs(MapScale.mapPointsPerMeter(latitude: 0) - 6.74355336508965) <= 1e-13)
  }

  @Test(arguments: [(33.861315, 0.123522), (34.061315, 0.123236), (34.261315, 0.122948), (34.361315, 0.122804)])
  func equalsRecordedDigits(latitude: Double, meters: Double) {
    #expect(abs(MapScale.metersPerMapPoint(latitude: latitude) - meters) <= 5e-7)
  }

  static let table: [(latitude: Double, perPoint: Double, perMeter: Double, north: Double, east: Double)] = [
    (0, 0.14828977333772544, 6.74355336508965, 110574.2727, 111319.458),
    (10, 0.1460810306041074, 6.845515778911015, 110607.7602292523, 109639.33109079274),
    (-10, 0.14608103060410454, 6.845515778911148, 110607.7602292523, 109639.33109079274),
    (30, 0.12874467163820275, 7.767311744055646, 110852.4248, 96486.24755677342),
    (37.3326, 0.11834444590608469, 8.44991070213448, 110983.86165723966, 88622.43604635283),
    (40, 0.11406743262880727, 8.766744170127435, 111034.60528834906, 85393.82609037454),
    (45, 0.10538267551332614, 9.489225768172352, 111131.745, 78846.80572069259),
    (52.52, 0.09080168852240855, 11.013011060396904, 111277.17116513256, 67879.38667477241),
    (55.9533, 0.08359375134400622, 11.962616630096973, 111340.93587465717, 62467.96196742562),
    (70, 0.05116131808968767, 19.546017134409308, 111561.96988675563, 38186.52508768851),
    (75, 0.038728904874921345, 25.820508047660898, 111618.3258415466, 28901.99332424837),
    (84, 0.015619683436423452, 64.02178405665416, 111681.58186649461, 11674.765042459008),
    (84.5, 0.014316135905503116, 69.85125082639097, 111683.5458998091, 10705.057411281497),
  ]

  @Test func equalsTheTable() {
    for row in Self.table {
      #expect(isClose(MapScale.metersPerMapPoint(latitude: row.latitude), row.perPoint), "\(row.latitude)")
      #expect(isClose(MapScale.mapPointsPerMeter(latitude: row.latitude), row.perMeter), "\(row.latitude)")
      #expect(isClose(MapScale.metersPerDegreeOfLatitude(row.latitude), row.north), "\(row.latitude)")
      #expect(isClose(MapScale.metersPerDegreeOfLongitude(row.latitude), row.east), "\(row.latitude)")
    }
  }

  @Test(arguments: [84.6, 85, 89, 90, 1000, .infinity])
  func staysAtTheLastLatitude(latitude: Double) {
    let last = MapScale.metersPerMapPoint(latitude: 84.5)
    #expect(MapScale.metersPerMapPoint(latitude: latitude) == last)
    #expect(isClose(MapScale.metersPerMapPoint(latitude: -latitude), last))
  }

  /// Region deltas from distances: metres divided by the length of a degree at the centre.
  @Test(
    arguments: [
      (0, 1000, 2000, 0.009043695025814083, 0.017966310975031877),
      (37.3349, 1000, 1000, 0.009010315512376429, 0.01128416835523895),
      (51.50998, 16093.44, 16093.44, 0.14464975262867638, 0.2318093666962095),
      (64.1466, 20000, 20000, 0.17940508895193966, 0.4108869022315785),
      (0, 111319.458, 111319.458, 1.0067392285909198, 1.0),
    ] as [(Double, Double, Double, Double, Double)])
  func givesRegionDeltas(latitude: Double, northSouth: Double, eastWest: Double, north: Double, east: Double) {
    #expect(isClose(northSouth / MapScale.metersPerDegreeOfLatitude(latitude), north))
    #expect(isClose(eastWest / MapScale.metersPerDegreeOfLongitude(latitude), east))
  }

  @Test(
    arguments: [
      (37.3326, -122.0303, 1000, 43216891.34952898, 104163483.19862716, 16899.821404268958),
      (0, 0, 850000, 128485707.6396738, 128485707.6396738, 11464040.720652407),
      (52.52, 13.405, 250, 144210467.2130127, 88032039.8863148, 5506.505530198452),
      (64.1466, -21.9426, 75.5, 117854981.35962434, 71338799.57653287, 2316.409497981748),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func boundsCirclesAsMapKit(lat: Double, lon: Double, radius: Double, x: Double, y: Double, side: Double) {
    let rect = MapRect(circleAt: Coordinate(latitude: lat, longitude: lon), radiusMeters: radius)
    #expect(abs(rect.origin.x - x) <= 1e-7)
    #expect(abs(rect.origin.y - y) <= 1e-7)
    #expect(isClose(rect.width, side))
    #expect(rect.height == rect.width)
  }

  private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-12 * abs(b) }
}
