import Foundation
import MapMath
import Testing

/// Facts about MapKit's formulas beside their values: the other formulas that miss, and by how much.
@Suite("Meters per map point, region from distances: other formulas") struct OtherFormulaTests {
  private let eccentricity = 0.006_694_379_990_141_317

  /// Meters per radian north at a latitude, on the ellipsoid.
  private func meridional(_ latitude: Double) -> Double {
    let s = sin(latitude * .pi / 180)
    return 6_378_137 * (1 - eccentricity) / pow(1 - eccentricity * s * s, 1.5)
  }

  /// Meters per radian across a meridian, on the ellipsoid.
  private func primeVertical(_ latitude: Double) -> Double {
    let s = sin(latitude * .pi / 180)
    return 6_378_137 / (1 - eccentricity * s * s).squareRoot()
  }

  /// Map points per meter at a latitude where a radian is so many meters.
  private func pointsPerMeter(_ latitude: Double, metersPerRadian: Double) -> Double {
    MapPoint.worldSide / (2 * .pi * metersPerRadian * cos(latitude * .pi / 180))
  }

  @Test(arguments: [(0, 1.27e-5, 6.75e-3, 6.75e-3, 3.4e-3), (37.3326, 2.8e-5, 3.1e-3, 4.3e-3, -3.1e-4)])
  func missByAsMuchAsSaid(
    latitude: Double, meridian: Double, sphere: Double, eastWest: Double, polar: Double
  ) {
    let value = MapScale.mapPointsPerMeter(latitude: latitude)
    for (radius, residual) in [
      (meridional(latitude), meridian), (6_378_137, sphere), (primeVertical(latitude), eastWest),
      (6_356_752.314_245, polar),
    ] {
      // A residual is that of the meters per point.
      let found = value / pointsPerMeter(latitude, metersPerRadian: radius) - 1
      #expect(abs(found - residual) < 0.06 * abs(residual), "\(found) for \(residual)")
    }
  }

  @Test func theQuotedEquatorMissesToo() {
    let quoted = pointsPerMeter(0, metersPerRadian: meridional(0))
    #expect(abs(quoted - 6.743468) < 1e-6)
    #expect(abs(MapScale.mapPointsPerMeter(latitude: 0) - 6.743553) < 1e-6)
  }

  @Test func regionsOfTheClosedFormMissFromTheEighthDigit() {
    let region = Region(
      center: Coordinate(latitude: 0, longitude: 0), latitudinalMeters: 1000, longitudinalMeters: 2000)
    let north = 1000 / meridional(0) * 180 / .pi
    let east = 2000 / primeVertical(0) * 180 / .pi
    #expect(abs(north - 0.0090436947705) < 1e-12 && abs(east - 0.0179663056824) < 1e-12)
    #expect(abs(region.span.latitudeDelta / north - 1) > 1e-8)
    #expect(abs(region.span.longitudeDelta / east - 1) > 1e-8)
  }
}

@Suite("The MapKit plane: edges") struct PlaneEdgeTests {
  @Test func theInverseIsNotClamped() {
    #expect(MapPoint(x: 0, y: -1e6).coordinate.latitude > Mercator.maximumLatitude)
    #expect(MapPoint(x: 0x1p29, y: 0).coordinate.longitude == 540)
  }

  @Test func theLastValidLongitudesAreTheEdges() {
    #expect(MapPoint(Coordinate(latitude: 0, longitude: 180)).x == 0x1p28)
    #expect(MapPoint(Coordinate(latitude: 0, longitude: -180)).x == 0)
  }

  @Test func coordinatesNeverReachTheEdgeOfTheWorld() {
    let rect = MapRect(boundingByShortestArc: [90.0, -90].map { Coordinate(latitude: $0, longitude: 0) })
    #expect(rect.minY > 0 && rect.maxY < 0x1p28 && MapRect.world.contains(rect))
  }
}

@Suite("Camera: defaults") struct CameraDefaultTests {
  @Test func restrictionsBeginAsMapboxHasThem() {
    let rule = CameraRestriction()
    #expect(rule.isValid && rule.bounds == nil && !rule.worldFillsHeight)
    #expect((rule.minimumZoom512, rule.maximumZoom512) == (0, 22))
    #expect((rule.minimumPitch, rule.maximumPitch) == (0, 85))
    #expect(CameraRestriction.mapboxZooms512 == 0...25.5)
  }

  @Test func openStreetMapCountsOneMore() {
    #expect(Camera(center: Coordinate(latitude: 0, longitude: 0), zoom512: 13.25).zoom256 == 14.25)
  }
}

@Suite struct DependencyTests {
  /// Only the system's mathematics, in one file.
  @Test func nothingIsImportedButMathematics() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/MapMath").standardized.resolvingSymlinksInPath()
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    #expect(files.count > 40)
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        #expect(words.first != "import", "\(file.lastPathComponent): \(line)")
      }
    }
  }
}
