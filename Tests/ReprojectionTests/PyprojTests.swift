import TestSupport
import Testing

@testable import OvertileReprojection

/// Hundreds of positions of each system, against pyproj running the pipeline that we record.
struct PyprojTests {
  struct Question: Encodable {
    let code: String
    let pipeline: String
    var longitude: [Double] = []
    var latitude: [Double] = []
  }

  struct Answer: Decodable {
    let x: [Double]
    let y: [Double]
    let longitude: [Double]
    let latitude: [Double]
    let ownLongitude: [Double]
    let ownLatitude: [Double]
  }

  static let areas: [(code: String, area: GeographicArea)] = [
    ("EPSG:27700", GeographicArea(west: -8, south: 50, east: 1.9, north: 60.8)),
    ("EPSG:2154", GeographicArea(west: -9.8, south: 41.2, east: 10.3, north: 51.5)),
    ("EPSG:32633", GeographicArea(west: 12, south: 0, east: 18, north: 84)),
    ("EPSG:3857", GeographicArea(west: -180, south: -85.06, east: 180, north: 85.06)),
    ("EPSG:3413", GeographicArea(west: -180, south: 60, east: 180, north: 90)),
    ("EPSG:4326", GeographicArea(west: -180, south: -90, east: 180, north: 90)),
  ]

  @Test func equalsPyproj() throws {
    for seed in seeds(1) {
      var random = SeededRandom(seed: seed)
      let reprojectors = try Self.areas.map { try Reprojector(from: CoordinateReferenceSystem($0.code)) }
      let questions = zip(Self.areas, reprojectors).map { place, reprojector in
        var question = Question(code: place.code, pipeline: reprojector.operation.pipeline)
        for _ in 0..<500 {
          question.longitude.append(.random(in: place.area.west...place.area.east, using: &random))
          question.latitude.append(.random(in: place.area.south...place.area.north, using: &random))
        }
        return question
      }
      let answers: [Answer] = try PythonOracle.run("Tests/ReprojectionTests/pyproj_oracle.py", questions)
      for (index, answer) in answers.enumerated() {
        var (x, y) = (answer.x, answer.y)
        let outcome = try reprojectors[index].makeWorker().transform(x: &x, y: &y)
        let code = Comment("\(Self.areas[index].code), seed \(seed)")
        #expect(outcome == ReprojectionOutcome(), code)
        for (longitude, latitude, most) in [
          (answer.longitude, answer.latitude, 1e-9), (answer.ownLongitude, answer.ownLatitude, 1e-9),
          // PROJ's own way there and back over a change of datum is good to a millimeter or two.
          (questions[index].longitude, questions[index].latitude, 3e-8),
        ] {
          #expect(max(largestDifference(x, longitude), largestDifference(y, latitude)) < most, code)
        }
      }
    }
  }

  private func largestDifference(_ a: [Double], _ b: [Double]) -> Double {
    guard a.count == b.count, a.count == 500 else { return .infinity }
    return zip(a, b).map { ($0 - $1).isNaN ? .infinity : abs($0 - $1) }.max() ?? .infinity
  }
}
