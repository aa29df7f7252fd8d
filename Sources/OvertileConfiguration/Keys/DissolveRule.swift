/// The form of dissolving.
enum DissolveRule {
  private static let by = Key(
    "by", Rule<String>.string, .required, "The property whose value circles must share to be merged.")

  private static let grouped = Rule<CircleLayer.Dissolve>.mapping([by]) { fields, _ in
    .byProperty(try fields(by))
  }

  static let rule = Rule<Bool>.boolean.map { $0 ? CircleLayer.Dissolve.all : .none }.or(mapping: grouped)
}
