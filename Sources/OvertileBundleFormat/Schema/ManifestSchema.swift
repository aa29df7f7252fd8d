import OvertileFeatures

extension BundleManifest {
  /// The JSON Schema (draft 2020-12) of the manifests that this version writes, as a text for people. The same text every
  /// time.
  ///
  /// Names, types and optional members are those of the manifest's own coding; further rules are in `SchemaRule`.
  /// Members that a later version adds are allowed.
  public static func jsonSchema() throws -> [UInt8] { try ManifestSchema().node().lines }
}

/// Turns the form of the manifest's coding into a schema, with a definition for each type.
struct ManifestSchema {
  private let form: CodedForm

  /// Reads the form of the manifest.
  init() throws { form = try CodedForm(of: BundleManifest.self) }

  /// The schema.
  func node() -> JSONValue {
    var definitions: NamedValues<JSONValue> = [:]
    define(form, in: &definitions)
    var root: NamedValues<JSONValue> = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Manifest of an Overtile bundle",
      "description": .string(
        "\(BundleFileName.manifest) in the forms that format versions up to \(BundleManifest.currentFormatVersion) have."
      ),
    ]
    if case .object(let type, _) = form, case .object(let own)? = definitions.removeValue(forKey: type) {
      root.merge(own) { root, _ in root }
    }
    root["$defs"] = .object(definitions)
    return .object(root)
  }

  /// The members that the manifest's types have, as `Type.member`.
  var memberNames: Set<String> {
    var names: Set<String> = []
    collect(form, into: &names)
    return names
  }

  private func collect(_ form: CodedForm, into names: inout Set<String>) {
    switch form {
    case .flag, .integer, .number, .text: break
    case .list(let item), .names(let item): collect(item, into: &names)
    case .object(let type, let members):
      for member in members {
        names.insert("\(type).\(member.name)")
        collect(member.form, into: &names)
      }
    }
  }

  /// Adds the definitions of the types of a form.
  private func define(_ form: CodedForm, in definitions: inout NamedValues<JSONValue>) {
    switch form {
    case .flag, .integer, .number, .text: break
    case .list(let item), .names(let item): define(item, in: &definitions)
    case .object(let type, let members):
      guard definitions[type] == nil else { return }
      definitions[type] = object(type, members)
      for member in members { define(member.form, in: &definitions) }
    }
  }

  private func object(_ type: String, _ members: [CodedForm.Member]) -> JSONValue {
    var properties: NamedValues<JSONValue> = [:]
    var required: [String] = []
    for member in members {
      let rule = SchemaRule.ofMembers["\(type).\(member.name)"]
      properties[member.name] = self.value(member.form, rule)
      if !member.isOptional || rule?.isAlwaysWritten == true { required.append(member.name) }
    }
    let node: NamedValues<JSONValue> = [
      "type": "object", "properties": .object(properties), "required": .array(required.sorted().map { .string($0) }),
    ]
    return .object(node.merging(SchemaRule.ofTypes[type] ?? [:]) { own, _ in own })
  }

  private func value(_ form: CodedForm, _ rule: SchemaRule?) -> JSONValue {
    var node: NamedValues<JSONValue>
    switch form {
    case .flag: node = ["type": "boolean"]
    case .integer: node = ["type": "integer"]
    case .number: node = ["type": "number"]
    case .text: node = ["type": "string"]
    case .list(let item): node = ["type": "array", "items": value(item, nil)]
    case .names(let item): node = ["type": "object", "additionalProperties": value(item, nil)]
    case .object(let type, _): node = ["$ref": .string("#/$defs/\(type)")]
    }
    node.merge(rule?.schema ?? [:]) { _, rule in rule }
    if let rule { node["description"] = .string(rule.description) }
    return .object(node)
  }
}
