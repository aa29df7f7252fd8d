/// The form of a type in JSON.
indirect enum CodedForm: Sendable, Hashable {
  case flag
  case integer
  case number
  case text
  /// An array.
  case list(CodedForm)
  /// An object with any names.
  case names(CodedForm)
  /// An object with the members of a type.
  case object(type: String, [Member])

  /// A member of an object.
  struct Member: Sendable, Hashable {
    /// Its name.
    var name: String
    /// Its form.
    var form: CodedForm
    /// Whether it may be missing.
    var isOptional: Bool
  }

  /// The form of a type, as the type's own decoding requests it: names, types and optional members.
  ///
  /// For types whose decoding takes any value, as the synthesized one does. Throws the errors of the decoding.
  init<Value: Decodable>(of type: Value.Type) throws {
    let record = FormRecord()
    _ = try FormDecoder(record).value(type)
    self = try record.form(as: "\(type)")
  }
}

/// The requests of one value's decoding so far.
final class FormRecord {
  /// The form of a value that has no members.
  var plain: CodedForm?
  /// The members requested, in their order.
  private(set) var members: [(name: String, type: String, record: FormRecord)] = []
  private var optional: Set<String> = []
  private var isKeyed = false

  /// Notes that members are requested.
  func beginMembers() { isKeyed = true }

  /// Notes a member and returns the record of its value.
  func member(_ name: String, of type: Any.Type) -> FormRecord {
    let record = FormRecord()
    members.append((name, "\(type)", record))
    return record
  }

  /// Notes that a member may be missing.
  func mayLack(_ name: String) { optional.insert(name) }

  /// The form of the value, of a type of some name.
  func form(as type: String) throws -> CodedForm {
    if let plain { return plain }
    guard isKeyed else { throw FormError(type: type) }
    if members.count == 1, members[0].name == FormDecoder.anyName {
      return .names(try members[0].record.form(as: members[0].type))
    }
    return .object(
      type: type,
      try members.map { member in
        CodedForm.Member(
          name: member.name, form: try member.record.form(as: member.type), isOptional: optional.contains(member.name))
      })
  }
}

/// A type is decoded in a way that has no form here.
struct FormError: Error, CustomStringConvertible {
  var type: String
  var description: String { "the coding of \(type) has no form in a schema" }
}
