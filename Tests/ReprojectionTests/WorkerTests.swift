import COvertilePROJ
import TestSupport
import Testing

@testable import OvertileReprojection

/// Workers against each other, and the closed forms against PROJ.
struct WorkerTests {
  @Test func concurrentWorkersAgree() async throws {
    let reprojector = try Reprojector(from: CoordinateReferenceSystem("EPSG:27700"))
    let results = try await withThrowingTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var random = SeededRandom(seed: 7)
          var x = (0..<5000).map { _ in Double.random(in: 0...700_000, using: &random) }
          var y = (0..<5000).map { _ in Double.random(in: 0...1_300_000, using: &random) }
          _ = try reprojector.makeWorker().transform(x: &x, y: &y)
          return (x + y).map(\.bitPattern)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 8 && Set(results).count == 1)
  }

  @Test(arguments: ["EPSG:3857", "EPSG:4326"])
  func closedFormsEqualPROJ(code: String) throws {
    let reprojector = try Reprojector(from: CoordinateReferenceSystem(code))
    let half = code == "EPSG:3857" ? (x: 20_037_508.34, y: 40_000_000.0) : (x: 180, y: 90)
    let context = try ProjContext()
    let pipeline = try #require(ProjObject(proj_create(context.pointer, reprojector.operation.pipeline), context))
    let viaPROJ = ReprojectionWorker(.operation, pipeline)
    for seed in seeds(3) {
      var random = SeededRandom(seed: seed)
      var x = (0..<5000).map { _ in Double.random(in: -half.x...half.x, using: &random) }
      var y = (0..<5000).map { _ in Double.random(in: -half.y...half.y, using: &random) }
      (x[0], y[0], x[1], y[1]) = (half.x, half.y, -half.x, -half.y)
      var (expectedX, expectedY) = (x, y)
      let theirs = viaPROJ.transform(x: &expectedX, y: &expectedY)
      let ours = try reprojector.makeWorker().transform(x: &x, y: &y)
      #expect(theirs.failures.isEmpty && ours.failures.isEmpty, "seed \(seed)")
      let isSame = zip(x + y, expectedX + expectedY).allSatisfy { abs($0 - $1) < 1e-12 }
      #expect(isSame, "seed \(seed)")
    }
  }
}
