import Foundation
import OvertileCore
import OvertileExpressions
import TestSupport
import Testing

/// `within` and `distance`. Facts with numbers were measured with MapLibre GL JS 5.3 on tiles of zoom 20.
@Suite struct GeometryTests {
  private static let square: ExpressionSyntax = polygon([[[0, 0], [0, 5], [5, 5], [5, 0], [0, 0]]])

  private static func polygon(_ rings: [[[Double]]]) -> ExpressionSyntax {
    ["type": "Polygon", "coordinates": .init(lists: rings.map { .init(lists: $0.map { .init(numbers: $0) }) })]
  }

  private func within(_ geometry: ExpressionSyntax, _ feature: Feature) -> Outcome {
    Outcome(["within", geometry], feature.batch)
  }

  @Test(arguments: [
    (Feature.points([[3, 3]]), true), (.points([[6, 3]]), false), (.points([[3, 3], [1, 1]]), true),
    (.points([[3, 3], [6, 6]]), false), (.points([[5, 5]]), false), (.points([[0, 2.5]]), false),
    (.points([]), false), (.lines([[[1, 1], [4, 4]]]), true), (.lines([[[1, 1], [6, 6]]]), false),
    (.lines([[[0, 0], [2, 2]]]), false), (.lines([[[1, 1], [2, 2]], [[3, 3], [4, 4]]]), true),
    (.lines([[[1, 1], [2, 2]], [[3, 3], [9, 9]]]), false),
    (.polygons([[[[1, 1], [2, 1], [2, 2], [1, 1]]]]), false),
    // A whole turn further west is the same position.
    (.points([[-357, 3]]), true), (.lines([[[-357, 3], [-356, 4]]]), true),
  ])
  func withinASquare(feature: Feature, expected: Bool) {
    #expect(within(Self.square, feature) == .value(.bool(expected)))
  }

  @Test func linesCrossHolesAndBays() {
    let ring: [[Double]] = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]
    let hole: [[Double]] = [[4, 4], [6, 4], [6, 6], [4, 6], [4, 4]]
    let holed = Self.polygon([ring, hole])
    #expect(within(holed, .lines([[[1, 5], [9, 5]]])) == .value(.bool(false)))
    #expect(within(holed, .lines([[[1, 1], [9, 1]]])) == .value(.bool(true)))
    #expect(within(holed, .points([[5, 5]])) == .value(.bool(false)))
    let two: ExpressionSyntax = [
      "type": "FeatureCollection",
      "features": [
        ["type": "Feature", "geometry": Self.square],
        ["type": "Feature", "geometry": Self.polygon([[[5, 0], [9, 0], [9, 5], [5, 5], [5, 0]]])],
      ],
    ]
    // One of the polygons must hold the whole line; points may lie in different ones.
    #expect(within(two, .lines([[[4, 2], [6, 2]]])) == .value(.bool(false)))
    #expect(within(two, .points([[4, 2], [6, 2]])) == .value(.bool(true)))
  }

  @Test func polygonsAcrossThe180thMeridian() {
    let across = Self.polygon([[[175, 60], [185, 60], [185, 65], [175, 65], [175, 60]]])
    for longitude in [176.0, 184, -176, -179] {
      #expect(within(across, .points([[longitude, 62]])) == .value(.bool(true)), "\(longitude)")
    }
    #expect(within(across, .points([[-170, 62]])) == .value(.bool(false)))
  }

  @Test(
    arguments: [
      (Feature.points([[3, 3]]), ["type": "Point", "coordinates": [3, 3]], 0.0),
      (.points([[1, 1]]), ["type": "Point", "coordinates": [3, 3]], 313_783),
      (.lines([[[3.001, 3], [3.001, 4]]]), ["type": "LineString", "coordinates": [[3, 3], [3, 4]]], 111.167),
      (.lines([[[0, 1], [2, 1]]]), ["type": "LineString", "coordinates": [[1, 0], [1, 2]]], 0),
      (
        .polygons([[[[0, 0], [0, 2.999], [3, 2.999], [3, 0], [0, 0]]]]), ["type": "Point", "coordinates": [3, 3]],
        110.574
      ),
      (.points([[2, 2]]), square, 0),
      (.points([[-179.5, 0]]), ["type": "Point", "coordinates": [179.5, 0]], 111_319.5),
      (
        .points([[0, 1], [0, 3]]),
        ["type": "Feature", "geometry": ["type": "MultiPoint", "coordinates": [[0, 9], [0, 4]]]], 110_574.6
      ),
    ] as [(Feature, ExpressionSyntax, Double)])
  func distances(feature: Feature, geometry: ExpressionSyntax, meters: Double) throws {
    let bound = try FeatureExpression(["distance", geometry]).bound(to: feature.batch)
    #expect(abs(try bound.number(ofFeature: 0) - meters) <= max(0.01, meters * 1e-5))
  }

  /// Each of several lines is separate: nothing joins them.
  @Test func linesAreNotJoined() throws {
    let feature = Feature.lines([[[0, 0], [1, 0]], [[0, 2], [1, 2]]])
    let bound = try FeatureExpression(["distance", ["type": "Point", "coordinates": [0.5, 1]]]).bound(to: feature.batch)
    #expect(try bound.number(ofFeature: 0) > 110_000)
  }

  @Test func farStretchesAreLeftOutRightly() throws {
    for seed in seeds(8) {
      var random = SeededRandom(seed: seed)
      let center = [Double.random(in: -175...175, using: &random), .random(in: -70...70, using: &random)]
      let walk = { (count: Int) -> [[Double]] in
        var position = center.map { $0 + Double.random(in: -0.5...0.5, using: &random) }
        return (0..<count).map { _ in
          position = position.map { $0 + Double.random(in: -0.05...0.05, using: &random) }
          return position
        }
      }
      let (line, other) = (walk(150), walk(120))
      let syntax: ExpressionSyntax = [
        "distance", ["type": "LineString", "coordinates": .init(lists: other.map { .init(numbers: $0) })],
      ]
      let whole = try FeatureExpression(syntax).bound(to: Feature.lines([line]).batch).number(ofFeature: 0)
      // Segment by segment no section is left out; the ruler is that of the first position.
      let parts = zip(line, line.dropFirst()).map { [line[0], line[0], $0, $1] }
      var nearest = Double.infinity
      for part in parts {
        let feature = Feature.lines([Array(part.prefix(2)), Array(part.suffix(2))])
        nearest = min(nearest, try FeatureExpression(syntax).bound(to: feature.batch).number(ofFeature: 0))
      }
      #expect(whole == nearest, "seed \(seed)")
    }
  }

  @Test func withoutGeometryThereIsNoDistance() {
    var nowhere = Sample.batch
    nowhere.geometryTypes = [.none]
    #expect(Outcome(["distance", Self.square], nowhere) == .failed(.notFinite))
    #expect(Outcome(["<", ["distance", Self.square], 100], nowhere) == .value(.bool(false)))
    #expect(Outcome(["within", Self.square], nowhere) == .value(.bool(false)))
  }

  @Test func wrongGeometries() {
    check(
      #"""
      ["within", {"type": "Point", "coordinates": [0, 0]}] => rejected syntax
      ["within", ["literal", {"type": "Polygon", "coordinates": []}]] => rejected syntax
      ["within", {"type": "Polygon"}] => rejected syntax
      ["within", {"type": "Polygon", "coordinates": [[["a", 0]]]}] => rejected syntax
      ["within", {"type": "Polygon", "coordinates": [[[1e300, 0]]]}] => rejected syntax
      ["distance", ["literal", {"type": "Point", "coordinates": [0, 0]}]] => rejected syntax
      ["distance", {"type": "GeometryCollection", "geometries": []}] => rejected syntax
      ["distance", {"type": "Feature", "geometry": null}] => rejected syntax
      ["within"] => rejected argumentCount
      ["within", {"type": "Polygon", "coordinates": [[[0, 0], [0, 5], [5, 5], [5, 0], [0, 0]]]}, {"type": "Polygon", "coordinates": [[[0, 0], [0, 5], [5, 5], [5, 0], [0, 0]]]}] => rejected argumentCount
      ["distance"] => rejected argumentCount
      """#)
  }
}

/// A geometry of one feature.
struct Feature: Sendable {
  let batch: FeatureBatch

  static func points(_ points: [[Double]]) -> Feature { Feature(.multiPoint, [(.points, [points])]) }

  static func lines(_ lines: [[[Double]]]) -> Feature { Feature(.multiLineString, lines.map { (.line, [$0]) }) }

  static func polygons(_ polygons: [[[[Double]]]]) -> Feature {
    Feature(.multiPolygon, polygons.map { (.polygon, $0) })
  }

  private init(_ type: GeometryType, _ elements: [(kind: ElementKind, rings: [[[Double]]])]) {
    var batch = Sample.batch
    batch.geometryTypes = [type]
    for element in elements {
      for ring in element.rings {
        batch.geometry.x += ring.map { $0[0] }
        batch.geometry.y += ring.map { $0[1] }
        batch.geometry.ringEnds.append(UInt32(batch.geometry.x.count))
      }
      batch.geometry.elementKinds.append(element.kind)
      batch.geometry.elementEnds.append(UInt32(batch.geometry.ringEnds.count))
    }
    batch.geometry.featureEnds = [UInt32(elements.count)]
    self.batch = batch
  }
}

extension ExpressionSyntax {
  /// A list of numbers.
  init(numbers: [Double]) { self.init(lists: numbers.map { ExpressionSyntax(floatLiteral: $0) }) }

  /// A list of nodes.
  init(lists nodes: [ExpressionSyntax]) { self.init(.array(nodes), at: SourcePosition(line: 1, column: 1)) }
}
