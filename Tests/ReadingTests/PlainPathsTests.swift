import MapMath
import OvertileCore
import OvertileShapes
import TestSupport
import Testing

@testable import OvertileReading

/// Paths that need no cut are taken from the grid; the oracle converts their degrees.
@Suite struct PlainPathsTests {
  /// A batch of one feature of one polygon or some lines; many positions lie at the edges of the map.
  private static func batch(_ random: inout SeededRandom, _ kind: ElementKind) -> ReadBatch {
    var batch = FeatureBatch()
    batch.ids.append(.null)
    batch.locations.append(InputLocation(byteOffset: 0, line: 1, index: 0))
    batch.geometryTypes.append(kind == .polygon ? .polygon : .multiLineString)
    let longitudes = [-180.0, 180, 179.99999999, -179.99999999, 0, 90, -90, 180.00000001, 200, 1e-9]
    let latitudes = [0.0, 85, 85.0511287798066, -85.0511287798066, -85.05112877980659, 86, 90, -90, 1e-9]
    let isWide = Int.random(in: 0..<4, using: &random) == 0
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let start = batch.geometry.x.count
      for _ in 0..<Int.random(in: 3...6, using: &random) {
        let isOdd = isWide && Bool.random(using: &random)
        batch.geometry.x.append(
          isOdd ? longitudes.randomElement(using: &random)! : Double.random(in: -179...179, using: &random))
        batch.geometry.y.append(
          isOdd ? latitudes.randomElement(using: &random)! : Double.random(in: -80...80, using: &random))
      }
      if kind == .polygon, Int.random(in: 0..<8, using: &random) > 0 {
        batch.geometry.x.append(batch.geometry.x[start])
        batch.geometry.y.append(batch.geometry.y[start])
      }
      batch.geometry.ringEnds.append(UInt32(batch.geometry.x.count))
    }
    batch.geometry.elementEnds.append(UInt32(batch.geometry.ringEnds.count))
    batch.geometry.elementKinds.append(kind)
    batch.geometry.featureEnds.append(1)
    batch.properties.rowEnds.append(0)
    return ReadBatch(batch, usable: [true], file: 0, idProperty: nil)
  }

  private static func rings(_ columns: GeometryColumns) -> [Range<Int>] {
    columns.rings(ofElement: 0).map { columns.coordinates(ofRing: $0) }
  }

  /// The rings or lines on the grid; nil if one of them has to be cut, or is not closed.
  private static func expected(_ batch: ReadBatch, _ kind: WorldGeometry.Kind) -> WorldGeometry? {
    let columns = batch.read.geometry
    var expected = WorldGeometry(kind: kind)
    for ring in rings(columns) {
      let x = ring.map { WorldGrid.x(longitude: columns.x[$0]) }
      let y = ring.map { WorldGrid.y(latitude: columns.y[$0]) }
      let isShort = zip(x, x.dropFirst()).allSatisfy { abs($0 - $1) <= WorldGrid.side / 2 }
      let isClosed = kind == .lines || x.first == x.last && y.first == y.last
      guard isShort, isClosed, x.allSatisfy((0...WorldGrid.side).contains) else { return nil }
      for position in zip(x, y) { expected.append(x: position.0, y: position.1) }
      expected.endRing()
    }
    if kind == .polygons { expected.endPolygon() }
    return expected
  }

  @Test(arguments: [ElementKind.polygon, .line]) func pathsAreThoseThatAreConverted(kind: ElementKind) {
    let grid: WorldGeometry.Kind = kind == .polygon ? .polygons : .lines
    var (plain, others) = (0, 0)
    for seed in seeds(3000) {
      var random = SeededRandom(seed: seed)
      let batch = Self.batch(&random, kind)
      let (paths, rings) = (PlainPaths(batch), Self.rings(batch.read.geometry))
      var found = WorldGeometry(kind: grid)
      let isPlain =
        kind == .polygon
        ? paths.append(polygonWithRingsAt: rings, to: &found)
        : rings.allSatisfy { paths.append(lineAt: $0, to: &found) }
      if isPlain { plain += 1 } else { others += 1 }
      #expect((isPlain ? found : nil) == Self.expected(batch, grid), "seed \(seed)")
      #expect(isPlain || kind == .line || found.isEmpty, "seed \(seed)")
    }
    #expect(plain > 200 && others > 200)
  }
}
