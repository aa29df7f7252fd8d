import OvertileCore

/// The values of a feature: its properties, id and geometry type, and the zoom; objects' members; constants.
extension Operators {
  static let lookup: [String: OperatorRule] = [
    "get": OperatorRule(.between(1, 2), get),
    "has": OperatorRule(.between(1, 2), has),
    "properties": OperatorRule(.exactly(0), properties),
    "id": OperatorRule(.exactly(0), id),
    "geometry-type": OperatorRule(.exactly(0), geometryType),
    "zoom": OperatorRule(.exactly(0), zoom),
    "literal": OperatorRule(.exactly(1), literal),
    "error": OperatorRule(.exactly(1), stated),
    "pi": OperatorRule(.exactly(0)) { call, _ in Compiled(constant: .double(.pi), call.position) },
    "e": OperatorRule(.exactly(0)) { call, _ in Compiled(constant: .double(2.718281828459045), call.position) },
    "ln2": OperatorRule(.exactly(0)) { call, _ in Compiled(constant: .double(0.6931471805599453), call.position) },
  ]

  private static func get(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let key = try compiler.compile(call.arguments[0], expecting: .string, for: call.name)
    if call.arguments.count == 2 {
      let member = try member(call, key, &compiler)
      return Compiled(.value, call.position) { (frame) throws(ExpressionError) in try member(frame) ?? .null }
    }
    if case .string(let name)? = key.constant {
      if let computed = try compiler.readComputed(name, at: call.position) { return computed }
      let slot = compiler.slot(key: name, at: call.position)
      return Compiled(.value, call.position, .property(slot: slot)) { frame in frame.property(slot: slot) }
    }
    let code = computedKey(key, call, &compiler)
    return Compiled(.value, call.position) { (frame) throws(ExpressionError) in
      frame.property(key: try code(frame)) ?? .null
    }
  }

  private static func has(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let key = try compiler.compile(call.arguments[0], expecting: .string, for: call.name)
    if call.arguments.count == 2 {
      let member = try member(call, key, &compiler)
      return Compiled(boolean: { (frame) throws(ExpressionError) in try member(frame) != nil }, call.position)
    }
    if case .string(let name)? = key.constant {
      if let computed = try compiler.readComputed(name, at: call.position)?.value {
        return Compiled(boolean: { (frame) throws(ExpressionError) in try computed(frame) != .null }, call.position)
      }
      let slot = compiler.slot(key: name, at: call.position)
      return Compiled(boolean: { frame in frame.valueIndex(slot: slot) != nil }, call.position)
    }
    let code = computedKey(key, call, &compiler)
    return Compiled(
      boolean: { (frame) throws(ExpressionError) in frame.property(key: try code(frame)) != nil }, call.position)
  }

  /// The code for a property's key that is known only when evaluated.
  private static func computedKey(_ key: Compiled, _ call: Call, _ compiler: inout ExpressionCompiler) -> StringCode {
    compiler.noteRead()
    compiler.readsAnyKey = true
    return key.string(call.name)
  }

  /// The member of an object by its key; nil if there is none.
  private static func member(
    _ call: Call, _ key: Compiled, _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> @Sendable (Frame) throws(ExpressionError) -> PropertyValue? {
    let object = try compiler.compile(call.arguments[1], expecting: .object, for: call.name)
    let key = key.string(call.name)
    if case .json(let text)? = object.constant {
      var members = ByteKeyed<PropertyValue>()
      for member in JSONElements.members(of: text) ?? [] { members[member.key] = member.value }
      return { [members] (frame) throws(ExpressionError) in members[try key(frame)] }
    }
    let code = object.value
    let (name, position) = (call.name, object.position)
    return { (frame) throws(ExpressionError) in
      let (key, value) = (try key(frame), try code(frame))
      guard case .json(let text) = value, let members = JSONElements.members(of: text) else {
        throw ExpressionError(name, position, expected: .object, found: ExpressionType(of: value))
      }
      return members.last { Equality.equal($0.key, key) }?.value
    }
  }

  /// All properties as an object.
  private static func properties(_ call: Call, _ compiler: inout ExpressionCompiler) -> Compiled {
    compiler.noteRead()
    compiler.readsAnyKey = true
    compiler.needsState = true
    let callSite = call.callSite
    return Compiled(.object, call.position) { (frame) throws(ExpressionError) in
      let columns = frame.columns.properties
      let text = CanonicalJSON.object(
        columns.entries(ofFeature: frame.feature).lazy.map { entry in
          (columns.keys.string(columns.keyIndices[entry]), columns.values.value(columns.valueIndices[entry]))
        })
      try frame.charge(text.utf8.count, callSite)
      return .json(text)
    }
  }

  private static func id(_ call: Call, _ compiler: inout ExpressionCompiler) -> Compiled {
    compiler.noteRead()
    return Compiled(.value, call.position) { frame in frame.id }
  }

  /// "Point", "LineString" or "Polygon", also for the multi types, as in the specification since version 23;
  /// "Unknown" for collections and null geometries.
  private static func geometryType(_ call: Call, _ compiler: inout ExpressionCompiler) -> Compiled {
    compiler.noteRead()
    return Compiled(.string, call.position) { frame in .string(frame.geometryType?.simpleName ?? "Unknown") }
  }

  private static func zoom(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let position = call.position
    guard compiler.allowsZoom else {
      throw ExpressionError(.zoomUnknown, "zoom", position, "the zoom is not available here")
    }
    compiler.usesZoom = true
    compiler.noteRead()
    return Compiled(
      number: { (frame) throws(ExpressionError) in
        guard let zoom = frame.zoom else {
          throw ExpressionError(.zoomUnknown, "zoom", position, "the zoom is not available here")
        }
        return Number(zoom, isWhole: zoom == zoom.rounded())
      }, position)
  }

  /// A value as it is written; an empty list has the type that is expected of it.
  private static func literal(
    _ call: Call, _ compiler: inout ExpressionCompiler
  ) throws(ExpressionError) -> Compiled {
    let syntax = call.arguments[0]
    switch syntax.content {
    case .null, .bool, .int, .double, .string: return try compiler.compile(syntax)
    case .array, .object: break
    }
    var type: ExpressionType?
    if syntax.content == .array([]), case .array(_, let count)? = call.expected, count ?? 0 == 0 {
      type = call.expected
    }
    return Compiled(constant: .json(CanonicalJSON.text(of: syntax)), as: type, call.position)
  }

  /// Fails with a text: for a branch that no feature should reach.
  private static func stated(_ call: Call, _ compiler: inout ExpressionCompiler) throws(ExpressionError) -> Compiled {
    let text = try compiler.compile(call.arguments[0], expecting: .string, for: call.name).string(call.name)
    let callSite = call.callSite
    compiler.noteRead()
    return Compiled(.error, call.position) { (frame) throws(ExpressionError) in
      throw callSite.error(.stated, try text(frame))
    }
  }
}

extension GeometryType {
  /// The name of the type that this is one or many of.
  var simpleName: String {
    switch self {
    case .point, .multiPoint: "Point"
    case .lineString, .multiLineString: "LineString"
    case .polygon, .multiPolygon: "Polygon"
    case .none, .geometryCollection: "Unknown"
    }
  }
}
