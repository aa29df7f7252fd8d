import Testing

@testable import OvertileReprojection

/// Definitions in all their spellings, and those that are rejected.
struct SystemTests {
  static let utm33WKT1 = """
    PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],\
    PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],\
    PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",15],PARAMETER["scale_factor",0.9996],\
    PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]
    """
  static let utm33WKT2 = """
    PROJCRS["WGS 84 / UTM zone 33N",BASEGEOGCRS["WGS 84",DATUM["World Geodetic System 1984",\
    ELLIPSOID["WGS 84",6378137,298.257223563]]],CONVERSION["UTM zone 33N",METHOD["Transverse Mercator"],\
    PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433]],\
    PARAMETER["Longitude of natural origin",15,ANGLEUNIT["degree",0.0174532925199433]],\
    PARAMETER["Scale factor at natural origin",0.9996],PARAMETER["False easting",500000,LENGTHUNIT["metre",1]],\
    PARAMETER["False northing",0,LENGTHUNIT["metre",1]]],CS[Cartesian,2],AXIS["(E)",east],AXIS["(N)",north],\
    LENGTHUNIT["metre",1]]
    """
  static let utm33JSON = """
    {"type":"ProjectedCRS","name":"WGS 84 / UTM zone 33N","base_crs":{"name":"WGS 84","datum":{"type":\
    "GeodeticReferenceFrame","name":"World Geodetic System 1984","ellipsoid":{"name":"WGS 84","semi_major_axis":\
    6378137,"inverse_flattening":298.257223563}},"coordinate_system":{"subtype":"ellipsoidal","axis":[{"name":\
    "Geodetic latitude","abbreviation":"Lat","direction":"north","unit":"degree"},{"name":"Geodetic longitude",\
    "abbreviation":"Lon","direction":"east","unit":"degree"}]}},"conversion":{"name":"UTM zone 33N","method":{"name":\
    "Transverse Mercator"},"parameters":[{"name":"Latitude of natural origin","value":0,"unit":"degree"},{"name":\
    "Longitude of natural origin","value":15,"unit":"degree"},{"name":"Scale factor at natural origin","value":0.9996,\
    "unit":"unity"},{"name":"False easting","value":500000,"unit":"metre"},{"name":"False northing","value":0,"unit":\
    "metre"}]},"coordinate_system":{"subtype":"Cartesian","axis":[{"name":"Easting","abbreviation":"E","direction":\
    "east","unit":"metre"},{"name":"Northing","abbreviation":"N","direction":"north","unit":"metre"}]}}
    """

  @Test func theVersionIsOneTextForThreadsThatAskAtOnce() async {
    let texts = await withTaskGroup(of: Set<String>.self) { group in
      for _ in 0..<8 { group.addTask { Set((0..<2_000).map { _ in ProjVersions.libraryVersion }) } }
      return await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    #expect(texts.count == 1 && texts.first?.wholeMatch(of: #/\d+\.\d+\.\d+/#) != nil, "\(texts)")
  }

  @Test(arguments: [
    utm33WKT1, utm33WKT2, utm33JSON, "+proj=utm +zone=33 +datum=WGS84", "+proj=utm +zone=33 +datum=WGS84 +type=crs",
    "urn:ogc:def:crs:EPSG::32633", "epsg:32633",
  ])
  func spellingsOfUTM33AreOne(definition: String) throws {
    let plain = try CoordinateReferenceSystem("EPSG:32633")
    let spelled = try CoordinateReferenceSystem(definition)
    let expected = try degrees(of: (412_000.25, 5_500_000.75), in: plain)
    let found = try degrees(of: (412_000.25, 5_500_000.75), in: spelled)
    let differences = [expected.longitude - found.longitude, expected.latitude - found.latitude]
    #expect(try spelled.isEquivalent(to: plain) && differences.allSatisfy { abs($0) < 1e-12 })
  }

  @Test(arguments: [
    "EPSG:4326", "OGC:CRS84", "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:EPSG::4326",
    "+proj=longlat +datum=WGS84", "+proj=longlat +datum=WGS84 +no_defs", "EPSG:4979",
  ])
  func namesOfWGS84TakeTheIdentity(definition: String) throws {
    let system = try CoordinateReferenceSystem(definition)
    let found = try degrees(of: (12.5, -34.25), in: system)
    #expect(try system.isLongitudeLatitudeWGS84 && system.isEquivalent(to: .wgs84) && found == (12.5, -34.25))
  }

  @Test(arguments: ["EPSG:3857", "EPSG:900913", "ESRI:102100", "ESRI:102113", "EPSG:3785", "EPSG:4269", "EPSG:27700"])
  func onlyEquivalentsOfWebMercatorTakeItsClosedForm(definition: String) throws {
    let isWebMercator = ["EPSG:3857", "EPSG:900913", "ESRI:102100", "ESRI:102113"].contains(definition)
    #expect((try CoordinateReferenceSystem(definition).form == .webMercator) == isWebMercator)
  }

  @Test(arguments: ["EPSG:4258", "EPSG:4807", "+proj=longlat +ellps=bessel", "+proj=longlat +datum=WGS84 +pm=paris"])
  func otherDegreesAreNotWGS84(definition: String) throws {
    #expect(try !CoordinateReferenceSystem(definition).isLongitudeLatitudeWGS84)
  }

  @Test func gradsAreTurnedIntoDegrees() throws {
    let grads = """
      GEOGCS["WGS 84 in grads",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],\
      UNIT["grad",0.015707963267949]]
      """
    let found = try degrees(of: (100, 50), in: CoordinateReferenceSystem(grads))
    #expect(abs(found.longitude - 90) < 1e-9 && abs(found.latitude - 45) < 1e-9)
  }

  @Test func eastingComesFirstWhateverTheAuthoritySays() throws {
    // EPSG:31467 has northing first, EPSG:3035 too; GeoJSON always has easting first (RFC 7946 section 3.1.1).
    for (position, code, place, most) in [
      ((3_513_000, 5_403_000), "EPSG:31467", (9.18, 48.77), (0.01, 0.02)),
      ((4_321_000, 3_210_000), "EPSG:3035", (10, 52), (1e-9, 1e-9)),
      ((538_890, 177_320), "EPSG:27700", (0, 51.478), (0.01, 0.01)),
    ] as [((Double, Double), String, (Double, Double), (Double, Double))] {
      let found = try degrees(of: position, in: CoordinateReferenceSystem(code))
      #expect(abs(found.longitude - place.0) < most.0 && abs(found.latitude - place.1) < most.1, "\(code)")
    }
  }

  @Test func heightsOfCompoundSystemsAreLeftAside() throws {
    let plain = try degrees(of: (400_000, 300_000), in: CoordinateReferenceSystem("EPSG:27700"))
    let compound = try degrees(of: (400_000, 300_000), in: CoordinateReferenceSystem("EPSG:7405"))
    #expect(plain == compound)
  }

  @Test func unknownSystemsCarryPROJsWords() {
    let missing = error { try CoordinateReferenceSystem("EPSG:9999999") }
    #expect(missing?.code == .unknownCRS && missing?.projMessage == "crs not found")
    #expect(missing?.description.hasPrefix("EPSG:9999999: ") == true)
    #expect(error { try CoordinateReferenceSystem("my grid") }?.projMessage == "unrecognized format / unknown name")
    #expect(error { try CoordinateReferenceSystem("27700") }?.reason.hasSuffix("did you mean EPSG:27700?") == true)
    for text in ["PROJCS[\"a\"", "", "EPSG:4326\0x", "+proj=nonsense"] {
      #expect(error { try CoordinateReferenceSystem(text) }?.code == .unknownCRS, "\(text)")
    }
  }

  @Test(arguments: ["EPSG:4978", "EPSG:5773", "+proj=geocent +datum=WGS84"])
  func systemsWithoutHorizontalPositionsAreRejected(definition: String) {
    #expect(error { try CoordinateReferenceSystem(definition) }?.code == .unsupportedCRS)
  }

  @Test func operationsAreNotSystems() {
    let code = error { try CoordinateReferenceSystem("EPSG:1314") }?.code
    #expect(code == .unknownCRS || code == .unsupportedCRS)
  }

  @Test func missingDatabaseIsNamed() {
    let found = error { try ProjContext(dataFolder: "/nonexistent").requireDatabase() }
    #expect(found?.code == .databaseMissing && found?.reason.contains("PROJ_DATA") == true)
  }
}

/// The longitude and latitude of one position.
func degrees(
  of position: (x: Double, y: Double), in system: CoordinateReferenceSystem
) throws -> (longitude: Double, latitude: Double) {
  var (x, y) = ([position.x], [position.y])
  let outcome = try Reprojector(from: system).makeWorker().transform(x: &x, y: &y)
  #expect(outcome.failures.isEmpty)
  return (x[0], y[0])
}

/// The error that a job throws.
func error<Value>(_ work: () throws -> Value) -> ReprojectionError? {
  do {
    _ = try work()
    return nil
  } catch {
    return error as? ReprojectionError
  }
}
