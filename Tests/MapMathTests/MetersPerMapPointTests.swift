import MapMath
import Testing

@Suite("Meters per map point") struct MetersPerMapPointTests {
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
      let found = [
        MapScale.metersPerMapPoint(latitude: row.latitude), MapScale.mapPointsPerMeter(latitude: row.latitude),
        MapScale.metersPerDegreeOfLatitude(row.latitude), MapScale.metersPerDegreeOfLongitude(row.latitude),
      ]
      let expected = [row.perPoint, row.perMeter, row.north, row.east]
      #expect(zip(found, expected).allSatisfy { isClose($0, $1) }, "\(row.latitude): \(found)")
    }
  }

  @Test(arguments: [84.6, 85, 89, 90, 1000, .infinity])
  func staysAtTheLastLatitude(latitude: Double) {
    let last = MapScale.metersPerMapPoint(latitude: 84.5)
    let south = MapScale.metersPerMapPoint(latitude: -latitude)
    #expect(MapScale.metersPerMapPoint(latitude: latitude) == last && isClose(south, last))
  }
}

/// Whether a number equals the expected one, within a fraction of it.
func isClose(_ a: Double, _ b: Double, relative: Double = 1e-12) -> Bool { abs(a - b) <= relative * abs(b) }
