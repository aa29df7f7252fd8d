import Foundation
import Testing

@testable import OvertileExpressions

/// The page of operators against the operators.
@Suite struct OperatorPageTests {
  private static let page: String = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = folder.appending(path: "Sources/OvertileExpressions/OvertileExpressions.docc/Operators.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  @Test func everyOperatorHasALine() {
    let rows = Self.page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let names = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(names.sorted() == FeatureExpression.operatorNames)
  }

  @Test func everyRejectedOperatorIsListedAndRejectedByName() throws {
    let section = try #require(Self.page.components(separatedBy: "### Rejected").dropFirst().first)
    let text = section.components(separatedBy: "###")[0].components(separatedBy: "by name:").last ?? ""
    let names = text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    #expect(names == Operators.drawing + Operators.ofLanguages)
    for name in names {
      let error = #expect(throws: ExpressionError.self) { try FeatureExpression([.init(stringLiteral: name), 1]) }
      #expect(error?.code == .unsupported && error?.reason.hasPrefix("the operator \"\(name)\" ") == true)
    }
  }
}
