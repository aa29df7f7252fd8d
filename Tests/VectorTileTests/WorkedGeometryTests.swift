import MapMath
import OvertileCore
import Testing

@testable import OvertileVectorTile
@testable import TileMessages

/// Encodes and decodes the examples of the specification, section 4.3.
@Suite struct WorkedGeometryTests {
  struct Example: Sendable {
    var kind: TileGeometry.Kind
    var parts: [[[Int32]]]
    var commands: [UInt32]
  }

  static let examples = [
    Example(kind: .points, parts: [[[25, 17]]], commands: [9, 50, 34]),
    Example(kind: .points, parts: [[[5, 7], [3, 2]]], commands: [17, 10, 14, 3, 9]),
    Example(kind: .lines, parts: [[[2, 2], [2, 10], [10, 10]]], commands: [9, 4, 4, 18, 0, 16, 16, 0]),
    Example(
      kind: .lines, parts: [[[2, 2], [2, 10], [10, 10]], [[1, 1], [3, 5]]],
      commands: [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8]),
    Example(kind: .polygons, parts: [[[3, 6], [8, 12], [20, 34]]], commands: [9, 6, 12, 18, 10, 12, 24, 44, 15]),
    Example(
      kind: .polygons,
      parts: [
        [[0, 0], [10, 0], [10, 10], [0, 10]], [[11, 11], [20, 11], [20, 20], [11, 20]],
        [[13, 13], [13, 17], [17, 17], [17, 13]],
      ],
      commands: [
        9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15, 9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15, 9, 4, 13, 26, 0, 8, 8, 0, 0, 7, 15,
      ]),
    Example(
      kind: .points, parts: [(0..<120).map { [$0, 0] }],
      commands: [961, 0, 0] + Array(repeating: [2, 0], count: 119).flatMap { $0 }),
  ]

  @Test(arguments: examples) func encodesAndDecodes(example: Example) throws {
    var geometry = TileGeometry(kind: example.kind)
    for part in example.parts {
      for position in part { geometry.append(x: position[0], y: position[1]) }
      geometry.endPart()
    }
    var encoder = TileEncoder()
    encoder.begin()
    encoder.beginLayer(TileLayer(name: "l", keys: ValueTable(), values: ValueTable()))
    encoder.beginFeature()
    encoder.endFeature(geometry)
    encoder.endLayer()
    let bytes = encoder.finish()
    #expect(try MessageTile(bytes).layers[0].features[0].geometry == example.commands)
    #expect(try TileDecoder.decode(bytes).layers[0].features[0].geometry == geometry)
  }
}
