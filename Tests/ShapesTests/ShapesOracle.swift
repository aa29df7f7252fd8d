import MapMath
import TestSupport

/// Queries to shapely.
struct ShapesOracle {
  struct Question: Encodable {
    var ask: String
    var a: [[[[Double]]]]
    var b: [[[[Double]]]]?
    var point: [Double]?
    var tolerance: Double?
  }

  static func answers(_ questions: [Question]) throws -> [Double] {
    try PythonOracle.run("Tests/ShapesTests/shapes_oracle.py", questions)
  }
}
