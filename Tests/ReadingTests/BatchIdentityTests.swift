import OvertileCore
import TestSupport
import Testing

@testable import OvertileReading

@Suite struct BatchIdentityTests {
  /// A point feature in longitude and latitude.
  private struct Point {
    var id = PropertyValue.null
    var x = 1.0
    var y = 2.0
    var properties: [(String, PropertyValue)] = []
  }

  private static func identity(_ points: [Point], idProperty: String? = nil) -> BatchIdentity {
    var batch = FeatureBatch()
    for (index, point) in points.enumerated() {
      batch.ids.append(point.id)
      batch.locations.append(InputLocation(byteOffset: UInt64(index), line: UInt64(index), index: UInt64(index)))
      batch.geometryTypes.append(.point)
      batch.geometry.x.append(point.x)
      batch.geometry.y.append(point.y)
      batch.geometry.ringEnds.append(UInt32(index + 1))
      batch.geometry.elementEnds.append(UInt32(index + 1))
      batch.geometry.elementKinds.append(.points)
      batch.geometry.featureEnds.append(UInt32(index + 1))
      for (name, value) in point.properties {
        batch.properties.keyIndices.append(batch.properties.keys.intern(.string, name))
        batch.properties.valueIndices.append(batch.properties.values.intern(value))
      }
      batch.properties.rowEnds.append(UInt32(batch.properties.keyIndices.count))
    }
    return ReadBatch(
      batch, usable: Array(repeating: true, count: points.count), file: 0, idProperty: idProperty
    ).identity
  }

  @Test func neitherTheOrderOfKeysNorTheBatchMatters() {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let points = (0..<20).map { _ in
        Point(
          id: Bool.random(using: &random) ? .int(Int64.random(in: 0...3, using: &random)) : .null,
          x: Double(Int.random(in: 0...2, using: &random)),
          properties: (0..<Int.random(in: Bool.random(using: &random) ? 0...9 : 60...70, using: &random)).map {
            ("key\($0)", .int(Int64.random(in: 0...2, using: &random)))
          })
      }
      let together = Self.identity(points)
      for (index, point) in points.enumerated() {
        var shuffled = point
        shuffled.properties.shuffle(using: &random)
        let alone = Self.identity([Point(properties: [("other", .bool(true))]), shuffled])
        #expect(alone.keys[1] == together.keys[index], "seed \(seed), feature \(index)")
        #expect(alone.contents[1] == together.contents[index], "seed \(seed), feature \(index)")
        #expect((point.id == .null) == (together.keys[index] == together.contents[index]), "seed \(seed)")
      }
    }
  }

  @Test func idsOfEveryKindAreDifferent() {
    let ids: [PropertyValue] = [
      .null, .int(1), .int(-1), .int(0), .double(1), .double(0), .double(1.5), .double(1e300),
      .string("1"), .string(""), .string("a"), .int(.max), .int(.min),
    ]
    let identity = Self.identity(ids.map { Point(id: $0) })
    #expect(Set(identity.keys).count == ids.count && Set(identity.contents).count == ids.count && identity.ids == ids)
  }

  /// The key is the id's alone, so that a feature keeps it when its content changes.
  @Test func theKeyIsOfTheIdAndTheContentOfEverything() {
    let identity = Self.identity([
      Point(id: .int(7)), Point(id: .int(7), x: 3), Point(id: .int(7), properties: [("a", .null)]),
    ])
    #expect(Set(identity.keys).count == 1 && Set(identity.contents).count == 3)
  }

  @Test func whatIsNotTheSameIsNotTheSame() {
    let values: [PropertyValue] = [
      .null, .int(1), .double(1), .uint(1), .string("1"), .bool(true), .json("[1]"), .string("[1]"), .double(0),
      .double(-0.0),
    ]
    var points = values.map { Point(properties: [("a", $0)]) }
    points += [Point(), Point(properties: [("b", .int(1))]), Point(properties: [("a", .int(1)), ("b", .int(1))])]
    // The values of two keys are exchanged.
    points += [
      Point(properties: [("a", .int(1)), ("b", .int(2))]), Point(properties: [("a", .int(2)), ("b", .int(1))]),
    ]
    #expect(Set(Self.identity(points).contents).count == points.count)
  }

  /// Positions that the world grid does not distinguish are one position: zero has no sign, and 360 degrees are a turn.
  @Test func positionsAreThoseOfTheWorldGrid() {
    let same = Self.identity([
      Point(x: 0, y: 0), Point(x: -0.0, y: -0.0), Point(x: 1e-12, y: 1e-12), Point(x: 360, y: 0),
    ])
    #expect(Set(same.contents).count == 1)
    let other = Self.identity([Point(x: 0, y: 0), Point(x: 1e-6, y: 0), Point(x: 0, y: 1e-6), Point(x: 180, y: 0)])
    #expect(Set(other.contents).count == 4)
  }

  @Test func anIdPropertyStandsForTheId() {
    let values: [(PropertyValue, PropertyValue)] = [
      (.int(5), .int(5)), (.uint(.max), .uint(.max)), (.double(2.5), .double(2.5)),
      (.string("x"), .string("x")), (.json("[1]"), .string("[1]")), (.bool(true), .null), (.null, .null),
    ]
    var points = values.map { Point(id: .string("own"), properties: [("code", $0.0)]) }
    points.append(Point(id: .string("own")))
    #expect(Self.identity(points, idProperty: "code").ids == values.map(\.1) + [.null])
    #expect(Self.identity(points, idProperty: "missing").ids == points.map { _ in .null })
    #expect(Self.identity(points).ids == points.map { _ in .string("own") })
    #expect(Self.identity([points[0]], idProperty: "code").keys == Self.identity([Point(id: .int(5))]).keys)
  }
}
