import MapMath
import OvertileReprojection
import TestSupport
import Testing

/// Positions that cannot be transformed, each with its reason, and those that only need a turn.
struct PointFailureTests {
  @Test func degreesOutOfRangeAreNamed() throws {
    var x = [10, .nan, 20, 0, 400_000, 400, 48.1, 0.5]
    var y = [91, 10, .infinity, -90.000001, 300_000, 0, 120, 0.5]
    let outcome = try worker("EPSG:4326").transform(x: &x, y: &y)
    #expect(outcome.failures.map(\.index) == [0, 1, 2, 3, 4, 5, 6])
    let words = ["latitude 91", "finite", "finite", "latitude -90", "latitude 300", "longitude 400", "latitude 120"]
    #expect(zip(outcome.failures, words).allSatisfy { $0.reason.contains($1) })
    #expect(outcome.failures[4].reason.contains("projected") && outcome.failures[6].reason.contains("exchanged"))
    #expect((x[..<7] + y[..<7]).allSatisfy(\.isNaN) && [x[7], y[7]] == [0.5, 0.5])
    #expect(outcome.longitudesBeyond180 == 0)
  }

  @Test func longitudesBeyond180AreCountedAndStay() throws {
    let given = [180.0, -180, 180.5, -190, 360, -360, 359.75]
    var (x, y) = (given, [Double](repeating: 0, count: given.count))
    let outcome = try worker("OGC:CRS84").transform(x: &x, y: &y)
    #expect(outcome.failures.isEmpty && outcome.longitudesBeyond180 == 5 && x == given)
  }

  @Test func roundingBeyondTheEdgesIsCutOff() throws {
    var x = [180.00000000000006, -180.0000000001, 10, 20]
    var y = [0, 0, 90.0000000001, -90.00000000000003]
    #expect(try worker("OGC:CRS84").transform(x: &x, y: &y) == ReprojectionOutcome())
    #expect(x == [180, -180, 10, 20] && y == [0, 0, 90, -90])
  }

  @Test func projGivesTheReason() throws {
    var x = [530_000, 1e12, .nan, 530_000, -.infinity]
    var y = [180_000, 1e12, 180_000, .nan, 0]
    let outcome = try worker("EPSG:27700").transform(x: &x, y: &y)
    #expect(outcome.failures.map(\.index) == [1, 2, 3, 4])
    let areFinite = outcome.failures[1...].allSatisfy { $0.reason.contains("finite") }
    #expect(areFinite && outcome.failures[0].reason == "Point outside of projection domain")
    #expect(abs(y[0] - 51.5) < 0.1 && y[1...].allSatisfy(\.isNaN))
  }

  /// The German grid BETA2007 comes with Debian's proj-data.
  private static let hasGermanGrid =
    (try? Reprojector(from: CoordinateReferenceSystem("EPSG:31467")).operation.pipeline.contains("grids=")) == true

  @Test(.enabled(if: hasGermanGrid)) func whatLiesOutsideAGridFails() throws {
    let worker = try worker("EPSG:31467")
    // Stuttgart, and a position in Poland that the German grid does not reach.
    var (x, y) = ([3_513_000, 4_400_000.0], [5_403_000, 5_800_000.0])
    let outcome = worker.transform(x: &x, y: &y)
    let hasNoGrid = outcome.failures.first?.reason.contains("grid") == true
    #expect(hasNoGrid && outcome.failures.map(\.index) == [1], "\(outcome.failures)")
  }

  @Test func farOutWebMercatorFails() throws {
    var x = [0, 1e300, 50_000_000, 25_000_000.0]
    var y = [1e300, 0, 0, 0.0]
    let outcome = try worker("EPSG:3857").transform(x: &x, y: &y)
    let areLongitudes = outcome.failures.allSatisfy { $0.reason.contains("longitude") }
    #expect(areLongitudes && outcome.failures.map(\.index) == [1, 2])
    #expect(y[0] == 90 && outcome.longitudesBeyond180 == 1 && x[3] > 180)
  }

  @Test func positionsOutsideTheAreaOfUseAreCounted() throws {
    var (x, y) = ([530_000, 530_000, .nan], [180_000, -700_000, 0.0])
    let outcome = try worker("EPSG:27700").transform(x: &x, y: &y)
    #expect(outcome.outsideAreaOfUse == 1 && outcome.failures.count == 1)
    (x, y) = ([500_000, 1_500_000], [5_000_000, 5_000_000])
    #expect(try worker("EPSG:32633").transform(x: &x, y: &y).outsideAreaOfUse == 1)
  }

  @Test func failuresDoNotTouchTheirNeighbors() throws {
    for seed in seeds(3) {
      var random = SeededRandom(seed: seed)
      var x: [Double] = []
      var y: [Double] = []
      for _ in 0..<9000 {
        let isBad = Int.random(in: 0..<50, using: &random) == 0
        x.append(isBad ? 1e12 : .random(in: 100_000...600_000, using: &random))
        y.append(.random(in: 100_000...900_000, using: &random))
      }
      let worker = try worker("EPSG:27700")
      var (batchX, batchY) = (x, y)
      let failed = Set(worker.transform(x: &batchX, y: &batchY).failures.map(\.index))
      #expect(failed == Set(x.indices.filter { x[$0] == 1e12 }), "seed \(seed)")
      for index in stride(from: 0, to: x.count, by: 37) where !failed.contains(index) {
        var (aloneX, aloneY) = ([x[index]], [y[index]])
        _ = worker.transform(x: &aloneX, y: &aloneY)
        #expect(aloneX[0] == batchX[index] && aloneY[0] == batchY[index], "seed \(seed), position \(index)")
      }
    }
  }

  @Test func emptyBatchesAreFine() throws {
    var (x, y): ([Double], [Double]) = ([], [])
    for code in ["EPSG:27700", "EPSG:4326", "EPSG:3857"] {
      #expect(try worker(code).transform(x: &x, y: &y) == ReprojectionOutcome())
    }
  }

  private func worker(_ definition: String) throws -> ReprojectionWorker {
    try Reprojector(from: CoordinateReferenceSystem(definition)).makeWorker()
  }
}
