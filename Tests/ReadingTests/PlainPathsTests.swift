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

  @Test func polygonsAreThoseThatAreConverted() throws {
    var (plain, others) = (0, 0)
    for seed in seeds(3000) {
      var random = SeededRandom(seed: seed)
      let batch = Self.batch(&random, .polygon)
      var found = WorldGeometry(kind: .polygons)
      let isPlain = PlainPaths(batch).append(polygonWithRingsAt: Self.rings(batch.read.geometry), to: &found)
      var expected = WorldGeometry(kind: .polygons)
      let columns = batch.features.geometry
      let isCut = AntimeridianCut.append(
        polygonWithRingsAt: Self.rings(columns), longitudes: columns.x, latitudes: columns.y, to: &expected)
      guard isPlain else {
        #expect(found.isEmpty, "seed \(seed)")
        others += 1
        continue
      }
      #expect(!isCut && found == expected, "seed \(seed)")
      plain += 1
    }
    #expect(plain > 200 && others > 200)
  }

  @Test func linesAreThoseThatAreConverted() throws {
    var (plain, others) = (0, 0)
    for seed in seeds(3000) {
      var random = SeededRandom(seed: seed)
      let batch = Self.batch(&random, .line)
      var found = WorldGeometry(kind: .lines)
      guard PlainPaths(batch).append(linesAt: Self.rings(batch.read.geometry), to: &found) else {
        #expect(found.isEmpty, "seed \(seed)")
        others += 1
        continue
      }
      var expected = WorldGeometry(kind: .lines)
      let columns = batch.features.geometry
      for line in Self.rings(columns) {
        let isCut = AntimeridianCut.append(
          lineAt: line, longitudes: columns.x, latitudes: columns.y, to: &expected)
        #expect(!isCut, "seed \(seed)")
      }
      #expect(found == expected, "seed \(seed)")
      plain += 1
    }
    #expect(plain > 200 && others > 200)
  }
}
