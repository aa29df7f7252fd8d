import TestSupport
import Testing

@testable import MapMath

@Suite struct CameraTargetTests {
  private let fit = CameraFit(in: MapViewport(width: 512, height: 512))

  /// The columns of corners, as a western edge within the world and a width.
  private func columns(_ target: CameraTarget) throws -> (west: Double, width: Double) {
    let columns = try target.corners().map(\.x)
    let (west, east) = (try #require(columns.min()), try #require(columns.max()))
    return (MapPoint(x: west, y: 0).wrapped.x, east - west)
  }

  @Test("Parts keep their own way round and lie on the shortest arc together, as brute force finds it")
  func shortestArcOfParts() throws {
    let degree = MapPoint.worldSide / 360
    for seed in seeds(300) {
      var random = SeededRandom(seed: seed)
      let lines = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        (start: random.number(-180...179), length: random.number(0...100))
      }
      // Five segments a line: each is shorter than half a turn, so the whole may be longer than that.
      let parts = lines.map { line in
        CameraTarget.line((0...4).map { place(0, Longitude.wrapped(line.start + line.length * Double($0) / 4)) })
      }
      let found = try columns(.parts(parts)).width / degree
      let widths = lines.map { first in
        lines.map { other in
          let turned = (other.start - first.start).truncatingRemainder(dividingBy: 360)
          return (turned < 0 ? turned + 360 : turned) + other.length
        }.max() ?? 0
      }
      let least = try #require(widths.min())
      let isLeast = close(found, least, 1e-6) || least > 359
      #expect(isLeast && close(found, min(least, found), 1e-6), "seed \(seed): \(found) for \(least)")
    }
  }

  @Test("A feature over the antimeridian is framed there, cut or not, whatever it is made of")
  func featureOverTheMeridian() throws {
    let (west, east) = ([place(-19, 177), place(-17, 180)], [place(-18, -180), place(-16, -179)])
    let whole = [place(-19, 177), place(-17, 180), place(-18, -180), place(-16, -179)]
    for target in [
      CameraTarget.parts([.polygon(west), .polygon(east)]), .parts([.line(west), .coordinates(east)]), .line(whole),
      .polygon(whole), .coordinates(whole), .parts([.parts([.coordinates(whole)])]),
    ] {
      let found = try columns(target)
      #expect(close(found.width, MapPoint.worldSide * 4 / 360, 1e-6), "\(target)")
      let camera = try fit.camera(showing: target)
      #expect(close(camera.center.longitude, 179, 1e-9), "\(target)")
    }
  }

  @Test("A geometry of the world grid is framed as its coordinates are")
  func geometries() throws {
    let places = [place(10, 179), place(12, -178), place(14, 179.5)]
    var points = WorldGeometry(kind: .points)
    for place in places {
      points.append(x: WorldGrid.x(longitude: place.longitude), y: WorldGrid.y(latitude: place.latitude))
    }
    points.endRing()
    var polygons = WorldGeometry(kind: .polygons)
    for rings in [[[170.0, 180]], [[-180.0, -175], [-179.0, -178]]] {
      for ring in rings {
        for longitude in ring {
          polygons.append(x: WorldGrid.x(longitude: longitude), y: WorldGrid.y(latitude: longitude / 9))
        }
        polygons.endRing()
      }
      polygons.endPolygon()
    }
    let tolerance = CameraTolerance(points: 1e-3, degrees: 0)
    let (a, b) = (try fit.camera(showing: .geometry(points)), try fit.camera(showing: .coordinates(places)))
    #expect(!a.differs(from: b, in: fit.viewport, tolerance: tolerance))
    #expect(close(try columns(.geometry(polygons)).width, MapPoint.worldSide * 15 / 360, 0.2))
    #expect(throws: CameraError.nothingToFit) { try fit.camera(showing: .geometry(WorldGeometry(kind: .lines))) }
  }

  @Test("Parts that hold nothing are passed over; nothing but such is nothing to fit; wrong numbers are refused")
  func nothing() throws {
    let here = CameraTarget.circle(center: place(40, 20), radiusMeters: 1000)
    let empty = CameraTarget.parts([.coordinates([]), .line([]), .rect(.null), .geometry(WorldGeometry(kind: .points))])
    #expect(try fit.camera(showing: .parts([empty, here])) == fit.camera(showing: .parts([here])))
    var wrong = WorldGeometry(kind: .points)
    wrong.append(x: .infinity, y: 0)
    wrong.endRing()
    for target in [empty, .parts([here, .line([place(.nan, 0)])]), .geometry(wrong)] {
      #expect(throws: CameraError.nothingToFit) { try fit.camera(showing: target) }
    }
  }

  @Test("Parts all around the world take all of it")
  func allRound() throws {
    let parts = (0..<4).map { CameraTarget.line([place(0, Double($0) * 90 - 180), place(5, Double($0) * 90 - 90)]) }
    #expect(try columns(.parts(parts)).width >= MapPoint.worldSide * 0.75)
    #expect(try fit.camera(showing: .parts(parts)).zoom512 <= 0.42)
  }
}
