import Features

/// What is known of a feature: its properties, id and geometry type, and the zoom; and constants.
extension Operators {
  static let lookup: [String: OperatorRule] = [
    "get": OperatorRule(.exactly(1), get),
    "has": OperatorRule(.exactly(1), has),
    "id": OperatorRule(.exactly(0), id),
    "geometry-type": OperatorRule(.exactly(0), geometryType),
    "zoom": OperatorRule(.exactly(0), zoom),
    "literal": OperatorRule(.exactly(1), literal),
    "pi": OperatorRule(.exactly(0)) { call, _ in Compiled(constant: .double(.pi), call.position) },
    "e": OperatorRule(.exactly(0)) { call, _ in Compiled(constant: .double(2.718281828459045), call.position) },
    "ln2": OperatorRule(.exactly(0)) { call, _ in Compiled(constant: .double(0.6931471805599453), call.position) },
  ]

  /// The key of `get` and `has`, which must be written out: so the keys that an expression reads are known.
  private static func key(_ call: Call) throws(ExpressionError) -> String {
    guard case .string(let key) = call.arguments[0].content else {
      throw ExpressionError(
        .syntax, call.name, call.arguments[0].position, "the property's name must be a plain string")
    }
    return key
  }

  private static func get(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let slot = compiler.slot(key: try key(call))
    return Compiled(.value, call.position, .property(slot: slot)) { frame in frame.property(slot: slot) }
  }

  private static func has(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let slot = compiler.slot(key: try key(call))
    return Compiled(boolean: { frame in frame.valueIndex(slot: slot) != nil }, call.position)
  }

  private static func id(_ call: Call, _ compiler: inout ExpressionCompiler) -> Compiled {
    compiler.noteRead()
    return Compiled(.value, call.position) { frame in
      guard frame.feature < frame.columns.ids.count else { return .null }
      return switch frame.columns.ids[frame.feature] {
      case .none: .null
      case .integer(let int): .int(int)
      case .unsigned(let uint): .uint(uint)
      case .number(let double): .double(double)
      case .string(let string): .string(string)
      }
    }
  }

  /// "Point", "LineString" or "Polygon", also for the multi types, as the specification has it since version 23;
  /// "Unknown" for collections and null geometries.
  private static func geometryType(_ call: Call, _ compiler: inout ExpressionCompiler) -> Compiled {
    compiler.noteRead()
    return Compiled(.string, call.position) { frame in
      guard frame.feature < frame.columns.geometryTypes.count else { return .string("Unknown") }
      return switch frame.columns.geometryTypes[frame.feature] {
      case .point, .multiPoint: .string("Point")
      case .lineString, .multiLineString: .string("LineString")
      case .polygon, .multiPolygon: .string("Polygon")
      case .none, .geometryCollection: .string("Unknown")
      }
    }
  }

  private static func zoom(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let position = call.position
    guard compiler.allowsZoom else {
      throw ExpressionError(.zoomUnknown, "zoom", position, "the zoom is not known here")
    }
    compiler.usesZoom = true
    compiler.noteRead()
    return Compiled(
      number: { (frame) throws(ExpressionError) in
        guard let zoom = frame.zoom else {
          throw ExpressionError(.zoomUnknown, "zoom", position, "evaluated where no zoom is known")
        }
        return Number(zoom, isWhole: zoom == zoom.rounded())
      }, position)
  }

  private static func literal(
    _ call: Call, _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> Compiled {
    switch call.arguments[0].content {
    case .array, .object: Compiled(constant: .json(CanonicalJSON.text(of: call.arguments[0])), call.position)
    case .null, .bool, .int, .double, .string: try compiler.compile(call.arguments[0])
    }
  }
}
