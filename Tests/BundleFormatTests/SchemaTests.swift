import Foundation
import OvertileFeatures
import TestSupport
import Testing

@testable import OvertileBundleFormat

@Suite struct SchemaTests {
  @Test func everyMemberHasARuleAndEveryRuleAMember() throws {
    let members = try ManifestSchema().memberNames
    #expect(members.subtracting(SchemaRule.ofMembers.keys) == [])
    #expect(Set(SchemaRule.ofMembers.keys).subtracting(members) == [])
    #expect(members.count > 100)
  }

  @Test func rulesOfTypesAreOfTypesThatThereAre() throws {
    let types = Set(try ManifestSchema().memberNames.map { String($0.prefix { $0 != "." }) })
    #expect(Set(SchemaRule.ofTypes.keys).subtracting(types) == [])
  }

  @Test func aFormIsWhatTheCodingAsksFor() throws {
    struct Inner: Codable {
      var flag: Bool
    }
    struct Outer: Codable {
      var text = "a default, which decoding does not take"
      var number: Double?
      var counts: [Int]
      var inner: [Inner]?
      var free: NamedValues<Inner>
      var words: [String: String]
    }
    let inner = CodedForm.object(type: "Inner", [.init(name: "flag", form: .flag, isOptional: false)])
    #expect(
      try CodedForm(of: Outer.self)
        == .object(
          type: "Outer",
          [
            .init(name: "text", form: .text, isOptional: false),
            .init(name: "number", form: .number, isOptional: true),
            .init(name: "counts", form: .list(.integer), isOptional: false),
            .init(name: "inner", form: .list(inner), isOptional: true),
            .init(name: "free", form: .names(inner), isOptional: false),
            .init(name: "words", form: .names(.text), isOptional: false),
          ]))
    #expect(try CodedForm(of: [[Int]].self) == .list(.list(.integer)))
  }

  @Test func whatHasNoFormIsAnError() {
    #expect(throws: FormError.self) { try CodedForm(of: Float.self) }
    #expect(throws: FormError.self) { try CodedForm(of: [[UInt8]].self) }
  }

  @Test func theTextIsTheSameEveryTimeAndJSON() throws {
    let text = try BundleManifest.jsonSchema()
    #expect(try BundleManifest.jsonSchema() == text)
    #expect(try JSONSerialization.jsonObject(with: Data(text)) is [String: Any])
  }
}
