import MapMath
import TestSupport
import Testing

@Suite struct GeodesicTests {
  struct Problems: Encodable {
    var lon1: [Double] = []
    var lat1: [Double] = []
    var lon2: [Double] = []
    var lat2: [Double] = []
    var azimuth: [Double] = []
    var meters: [Double] = []

    mutating func add(_ a: Coordinate, _ b: Coordinate, azimuth: Double, meters: Double) {
      lon1.append(a.longitude)
      lat1.append(a.latitude)
      lon2.append(b.longitude)
      lat2.append(b.latitude)
      self.azimuth.append(azimuth)
      self.meters.append(meters)
    }
  }

  struct Answers: Decodable {
    var distance: [Double]
    var lon: [Double]
    var lat: [Double]
  }

  /// 10,000 pairs anywhere and near each other, 1,000 nearly antipodal ones, and the special coordinates.
  static func problems(seed: UInt64) -> Problems {
    var random = SeededRandom(seed: seed)
    var problems = Problems()
    for i in 0..<11_000 {
      let a = random.place(within: 90)
      var b = random.place(within: 90)
      if i % 4 == 1 {
        let reach = [1e-9, 1e-5, 1e-2][i / 4 % 3]
        b.latitude = min(max(a.latitude + .random(in: -reach...reach, using: &random), -90), 90)
        b.longitude = a.longitude + .random(in: -reach...reach, using: &random)
      }
      if i >= 10_000 {
        let reach = [1e-9, 1e-4, 0.3, 1][i % 4]
        b.latitude = min(max(-a.latitude + .random(in: -reach...reach, using: &random), -90), 90)
        b.longitude = a.longitude + 180 + .random(in: -reach...reach, using: &random)
      }
      problems.add(
        a, b, azimuth: .random(in: -180...180, using: &random), meters: .random(in: 0...20_003_000, using: &random))
    }
    let special = [-90, -45, 0, 45, 90.0]
    for lat1 in special {
      for lat2 in special {
        for lon in [0, 90, 179.4, 179.9, 180, -180, -1e-12] {
          problems.add(
            place(lat1, 0), place(lat2, lon),
            azimuth: lon, meters: abs(lat2) * 200_000)
        }
      }
    }
    return problems
  }

  @Test func agreesWithPyproj() throws {
    for seed in seeds(1) {
      let given = Self.problems(seed: seed)
      let answers: Answers = try PythonOracle.run("Tests/MapMathTests/geod.py", given)
      var (worstInverse, worstDirect, worstAzimuth) = (0.0, 0.0, 0.0)
      for i in given.lat1.indices {
        let a = place(given.lat1[i], given.lon1[i])
        let b = place(given.lat2[i], given.lon2[i])
        let line = Geodesic.inverse(from: a, to: b)
        worstInverse = max(worstInverse, abs(line.meters - answers.distance[i]))
        // Following the resulting line leads to the other coordinate.
        let walked = Geodesic.direct(from: a, azimuth: line.initialAzimuth, meters: line.meters)
        worstAzimuth = max(worstAzimuth, Geodesic.distance(from: walked.coordinate, to: b))
        let end = Geodesic.direct(from: a, azimuth: given.azimuth[i], meters: given.meters[i])
        let theirs = place(answers.lat[i], answers.lon[i])
        worstDirect = max(worstDirect, Geodesic.distance(from: end.coordinate, to: theirs))
      }
      // Either side may be 15 nm off.
      #expect(worstInverse < 3e-8 && worstDirect < 3e-8 && worstAzimuth < 5e-8, "seed \(seed)")
    }
  }

  @Test func linesBackwardsAreAsLongAndTurned() {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let a = random.place(within: 89)
      let b = random.place(within: 89)
      let (there, back) = (Geodesic.inverse(from: a, to: b), Geodesic.inverse(from: b, to: a))
      let turn = Longitude.shortestTurn(from: there.initialAzimuth, to: back.finalAzimuth + 180)
      #expect(abs(there.meters - back.meters) < 1e-8 && abs(turn) < 1e-6, "seed \(seed)")
    }
  }
}
