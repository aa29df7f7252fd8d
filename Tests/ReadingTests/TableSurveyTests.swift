import Testing

@testable import OvertileReading

/// Output of `ogrinfo`, and connections of PostgreSQL.
@Suite struct TableSurveyTests {
  private static let answer = """
    INFO: Open of `a.gpkg'
          using driver `GPKG' successful.

    Layer name: places
    Geometry: Point
    Feature Count: 245
    Layer SRS WKT:
    PROJCRS["OSGB36 / British National Grid",
        CS[Cartesian,2],
        ID["EPSG",27700]]
    Data axis to CRS axis mapping: 1,2
    FID Column = fid
    Geometry Column = geom
    name: String (80.0)
    a: b: Real (0.0)
    since: DateTime (0.0)

    Layer name: own
    Feature Count: 0
    Layer SRS WKT:
    ENGCRS["mine",
        ID["X",1],
        AXIS["x",east]]
    Data axis to CRS axis mapping: 1,2

    Layer name: none
    Geometry: None
    Layer SRS WKT:
    (unknown)
    n: Integer (0.0)
    """

  @Test func layersOfAnAnswer() {
    let layers = TableSurvey(Self.answer).layers
    #expect(layers.map(\.name) == ["places", "own", "none"] && layers.map(\.count) == [245, 0, nil])
    #expect(layers[0].crs == "EPSG:27700" && layers[0].key == "fid" && layers[0].columns == ["name", "a: b", "since"])
    #expect(layers[1].crs?.hasPrefix("ENGCRS") == true && layers[1].crs?.hasSuffix("east]]") == true)
    #expect(layers.map(\.hasGeometry) == [true, true, false] && layers[2].crs == nil && layers[2].columns == ["n"])
    #expect(TableSurvey("").layers.isEmpty && TableSurvey("Feature Count: 3\n").layers.isEmpty)
  }

  @Test(arguments: [
    ([:], CommandPermission.allowed), (["OVERTILE_COMMANDS": "on"], .allowed),
    (["OVERTILE_COMMANDS": "off"], .denied("OVERTILE_COMMANDS is off")),
    (["OVERTILE_COMMANDS": ""], .denied("OVERTILE_COMMANDS is \"\", which is not on")),
    (["OVERTILE_COMMANDS": "maybe"], .denied("OVERTILE_COMMANDS is \"maybe\", which is not on")),
  ])
  func permission(_ environment: [String: String], _ permission: CommandPermission) {
    #expect(CommandPermission(environment: environment) == permission)
  }
}
