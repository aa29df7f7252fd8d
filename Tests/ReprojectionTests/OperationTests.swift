import OvertileReprojection
import Testing

/// The choice of an operation, its record, and its rejection.
struct OperationTests {
  private static let ostn15 = "uk_os_OSTN15_NTv2_OSGBtoETRS.tif"

  /// Debian installs no OSTN15; if it is installed, another operation is chosen.
  private static let lacksOSTN15 =
    (try? Reprojector(from: CoordinateReferenceSystem("EPSG:27700")).operation.missingGrids.contains(ostn15)) == true

  @Test(.enabled(if: lacksOSTN15)) func britishGridIsDescribed() throws {
    let operation = try Reprojector(from: CoordinateReferenceSystem("EPSG:27700")).operation
    #expect(operation.sourceCode == "EPSG:27700" && operation.sourceName.hasSuffix("British National Grid"))
    #expect(operation.name.contains("OSGB36 to WGS 84 (6)") && operation.warnings.count == 1)
    #expect(operation.accuracyMeters == 2 && !operation.isBallpark && operation.missingGrids == [Self.ostn15])
    #expect(operation.unavailable.first?.accuracyMeters == 1)
    #expect(operation.pipeline.hasPrefix("+proj=pipeline +step +inv +proj=tmerc"))
    let area = try #require(operation.areaOfUse)
    #expect(area.contains(longitude: -2, latitude: 54) && !area.contains(longitude: 5, latitude: 52))
    let versions = try #require(operation.versions)
    #expect(try versions == ProjVersions.current() && versions.epsg.hasPrefix("v"))
    #expect(versions.library == ProjVersions.libraryVersion)
  }

  @Test(.enabled(if: lacksOSTN15)) func tooStrictALimitNamesTheMissingGrid() throws {
    let reprojector = try Reprojector(from: CoordinateReferenceSystem("EPSG:27700"))
    let rejection = error { try Reprojector(from: reprojector.source, accuracyLimitMeters: 1) }
    let text = rejection?.description ?? ""
    #expect(text.contains("is 2 m, but 1 m is required") && text.contains(Self.ostn15))
    let met = try Reprojector(from: reprojector.source, accuracyLimitMeters: 2).operation
    #expect(met == reprojector.operation && rejection?.code == .accuracyTooLow)
  }

  @Test func ballparkWarnsAndMeetsNoLimit() throws {
    let local = try CoordinateReferenceSystem("+proj=tmerc +lat_0=49 +lon_0=-2 +ellps=airy")
    let operation = try Reprojector(from: local).operation
    #expect(operation.isBallpark && operation.accuracyMeters == nil && operation.sourceName == local.definition)
    #expect(operation.warnings.first?.contains("ballpark") == true)
    let rejection = error { try Reprojector(from: local, accuracyLimitMeters: 1e9) }
    #expect(rejection?.code == .accuracyTooLow && rejection?.reason.contains("is unknown, but") == true)
  }

  @Test(arguments: ["EPSG:4326", "OGC:CRS84", "EPSG:4979", "EPSG:3857", "ESRI:102100", "EPSG:32633", "EPSG:3413"])
  func systemsOnWGS84AreExact(definition: String) throws {
    let system = try CoordinateReferenceSystem(definition)
    let operation = try Reprojector(from: system, accuracyLimitMeters: 0).operation
    #expect(operation.accuracyMeters == 0 && operation.warnings.isEmpty)
  }

  /// The default of GeoJSON, which needs no PROJ, is described as PROJ describes it.
  @Test func theDefaultIsAsPROJSays() throws {
    let (own, asked) = (CoordinateReferenceSystem.wgs84, try CoordinateReferenceSystem("OGC:CRS84"))
    #expect([own.definition, own.name, own.code] == [asked.definition, asked.name, asked.code])
    #expect(own.areaOfUse == asked.areaOfUse && own.isLongitudeLatitudeWGS84 && asked.isLongitudeLatitudeWGS84)
    let (known, chosen) = (try Reprojector(from: own).operation, try Reprojector(from: asked).operation)
    #expect(known.versions == nil && chosen.versions != nil)
    let texts = [known, chosen].map { [$0.sourceName, $0.sourceCode, $0.name, $0.pipeline] }
    #expect(texts[0] == texts[1] && known.areaOfUse == chosen.areaOfUse && known.unavailable == chosen.unavailable)
    #expect(known.accuracyMeters == chosen.accuracyMeters && known.isBallpark == chosen.isBallpark)
  }
}
