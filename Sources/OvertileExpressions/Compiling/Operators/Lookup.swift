import OvertileCore

/// The values of a feature: its properties, id and geometry type, and the zoom; objects' members; constants.
extension Operators {
  static let lookup: [String: OperatorRule] = [
    "get": OperatorRule(1...2, get),
    "has": OperatorRule(1...2, has),
    "properties": OperatorRule(0, properties),
    "id": OperatorRule(0, id),
    "geometry-type": OperatorRule(0, geometryType),
    "zoom": OperatorRule(0, zoom),
    "literal": OperatorRule(1, literal),
    "error": OperatorRule(1, stated),
    "pi": OperatorRule(0) { Compiled(constant: .double(.pi), $0.position) },
    "e": OperatorRule(0) { Compiled(constant: .double(2.718281828459045), $0.position) },
    "ln2": OperatorRule(0) { Compiled(constant: .double(0.6931471805599453), $0.position) },
  ]

  private static func get(_ call: Call) throws(ExpressionError) -> Compiled {
    let key = try call.compile(call.arguments[0], .string)
    if call.arguments.count == 1, case .string(let name)? = key.constant {
      if let computed = try call.compiler.readComputed(name, at: call.position) { return computed }
      let slot = call.compiler.slot(key: name, at: call.position)
      return Compiled(.value, call.position, .property(slot: slot)) { frame in frame.property(slot: slot) }
    }
    let found = try found(call, key)
    return Compiled(.value, call.position) { (frame) throws(ExpressionError) in try found(frame) ?? .null }
  }

  private static func has(_ call: Call) throws(ExpressionError) -> Compiled {
    let key = try call.compile(call.arguments[0], .string)
    if call.arguments.count == 1, case .string(let name)? = key.constant {
      if let computed = try call.compiler.readComputed(name, at: call.position)?.value {
        return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in try computed(frame) != .null }
      }
      let slot = call.compiler.slot(key: name, at: call.position)
      return Compiled(booleanAt: call.position) { frame in frame.valueIndex(slot: slot) != nil }
    }
    let found = try found(call, key)
    return Compiled(booleanAt: call.position) { (frame) throws(ExpressionError) in try found(frame) != nil }
  }

  private typealias Found = @Sendable (Frame) throws(ExpressionError) -> PropertyValue?

  /// The code for a property whose key is known only when evaluated, or for the member of an object; nil if there is
  /// none.
  private static func found(_ call: Call, _ key: Compiled) throws(ExpressionError) -> Found {
    guard call.arguments.count == 1 else { return try member(call, key) }
    call.compiler.noteRead()
    let key = key.string(call.name)
    return { (frame) throws(ExpressionError) in frame.property(key: try key(frame)) }
  }

  /// The code for the member of an object by its key; nil if there is none.
  private static func member(_ call: Call, _ key: Compiled) throws(ExpressionError) -> Found {
    let object = try call.compile(call.arguments[1], .object)
    let key = key.string(call.name)
    if case .json(let text)? = object.constant {
      let members = (JSONElements.members(of: text) ?? []).map { (ExactText($0.key), $0.value) }
      let table = Dictionary(members) { _, last in last }
      return { (frame) throws(ExpressionError) in table[ExactText(try key(frame))] }
    }
    let code = object.value
    let (name, position) = (call.name, object.position)
    return { (frame) throws(ExpressionError) in
      let (key, value) = (try key(frame), try code(frame))
      guard case .json(let text) = value, let members = JSONElements.members(of: text) else {
        throw ExpressionError(name, position, expected: .object, found: ExpressionType(of: value))
      }
      return members.last { ExactText($0.key) == ExactText(key) }?.value
    }
  }

  /// All properties as an object.
  private static func properties(_ call: Call) -> Compiled {
    call.compiler.noteRead()
    return call.making(.object) { frame in
      let columns = frame.columns.properties
      return .json(
        CanonicalJSON.object(
          columns.entries(ofFeature: frame.feature).lazy.map { entry in
            (columns.keys.string(columns.keyIndices[entry]), columns.values.value(columns.valueIndices[entry]))
          }))
    }
  }

  private static func id(_ call: Call) -> Compiled {
    call.compiler.noteRead()
    return Compiled(.value, call.position) { frame in frame.id }
  }

  /// "Point", "LineString" or "Polygon", also for the multi types, as in the specification since version 23;
  /// "Unknown" for collections and null geometries.
  private static func geometryType(_ call: Call) -> Compiled {
    call.compiler.noteRead()
    return Compiled(.string, call.position) { frame in .string(frame.geometryType?.simpleName ?? "Unknown") }
  }

  private static func zoom(_ call: Call) throws(ExpressionError) -> Compiled {
    let callSite = call.callSite
    guard call.compiler.allowsZoom else { throw callSite.error(.zoomUnknown, "the zoom is not available here") }
    call.compiler.usesZoom = true
    call.compiler.noteRead()
    return Compiled(numberAt: call.position) { (frame) throws(ExpressionError) in
      guard let zoom = frame.zoom else { throw callSite.error(.zoomUnknown, "the zoom is not available here") }
      return Number(zoom, isWhole: zoom == zoom.rounded())
    }
  }

  /// A value as it is written; an empty list has the type that is expected of it.
  private static func literal(_ call: Call) throws(ExpressionError) -> Compiled {
    let syntax = call.arguments[0]
    if syntax.plainValue != nil { return try call.compiler.compile(syntax) }
    var type: ExpressionType?
    if syntax.content == .array([]), case .array(_, let count)? = call.expected, count ?? 0 == 0 {
      type = call.expected
    }
    return Compiled(constant: .json(CanonicalJSON.text(of: syntax)), as: type, call.position)
  }

  /// Fails with a text: for a branch that no feature should reach.
  private static func stated(_ call: Call) throws(ExpressionError) -> Compiled {
    let text = try call.string(call.arguments[0])
    let callSite = call.callSite
    call.compiler.noteRead()
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
