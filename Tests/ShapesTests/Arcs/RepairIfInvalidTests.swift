import MapMath
import Testing

@testable import OvertileShapes

@Suite struct RepairIfInvalidTests {
  @Test func onlyInvalidPolygonsAreRepaired() throws {
    let engine = try GeometryEngine()
    let square = ShapeFixtures.polygons([[ShapeFixtures.rectangle(0, 0, 10, 10)]])
    #expect(try engine.repairedIfInvalid(square) == nil)
    #expect(try engine.repairedIfInvalid(ShapeFixtures.lines([[(0, 0), (10, 10), (10, 0), (0, 10)]])) == nil)
    let bowTie = ShapeFixtures.polygons([[[(0, 0), (10, 10), (10, 0), (0, 10)]]])
    let repaired = try #require(try engine.repairedIfInvalid(bowTie))
    #expect(try engine.isValid(repaired) && repaired.area == 50)
    let collapsed = ShapeFixtures.polygons([[[(0, 0), (10, 10)]]])
    #expect(try engine.repairedIfInvalid(collapsed)?.isEmpty == true)
  }
}
