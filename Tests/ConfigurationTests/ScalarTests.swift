import Testing

@testable import OvertileConfiguration

/// Plain scalars, quantities and environment variables on their own.
@Suite struct ScalarTests {
  private func kind(_ text: String) -> String {
    ConfigurationNode(PlainScalar.resolve(text), at: .init(line: 1, column: 1)).summary
  }

  @Test(arguments: [
    ("", "nothing"), ("~", "nothing"), ("null", "nothing"), ("true", "the boolean true"),
    ("FALSE", "the boolean false"),
    ("yes", "the string \"yes\""), ("NO", "the string \"NO\""), ("on", "the string \"on\""), ("12", "the number 12"),
    ("-3", "the number -3"), ("+3", "the number 3"), ("0x1F", "the number 31"), ("0o17", "the number 15"),
    ("017", "the number 17"), ("1.5", "the number 1.5"), (".5", "the number 0.5"), ("5.", "the number 5.0"),
    ("1e3", "the number 1000.0"), ("-1.5E-2", "the number -0.015"), (".", "the string \".\""),
    ("e", "the string \"e\""),
    ("1e", "the string \"1e\""), ("1e999", "the string \"1e999\""), (".inf", "the string \".inf\""),
    ("1_000", "the string \"1_000\""), ("12:30", "the string \"12:30\""), ("2024-01-01", "the string \"2024-01-01\""),
    ("0-14", "the string \"0-14\""), ("40px", "the string \"40px\""),
    ("9223372036854775808", "the number 9.223372036854776e+18"),
  ])
  func plainScalars(text: String, summary: String) {
    #expect(kind(text) == summary)
  }

  @Test(arguments: [
    ("40px", 40.0, QuantityUnit.pixels), ("1.5 km", 1500, .kilometers), ("2mi", 3218.688, .miles),
    ("3nmi", 5556, .nauticalMiles),
    ("10ft", 3.048, .feet), ("250ms", 0.25, .milliseconds), ("0.1%", 0.001, .percent), ("1e3m", 1000, .meters),
  ])
  func quantities(text: String, base: Double, unit: QuantityUnit) throws {
    var log = ProblemLog(text: text)
    let rule = Rule<Quantity>.quantity(QuantityUnit.allCases, .from0(through: 1e9))
    let reading = try #require(rule.read(ConfigurationNode(.string(text), at: .init(line: 1, column: 1)), &log))
    #expect(reading.value.unit == unit && abs(reading.value.inBaseUnits - base) <= base * 1e-15)
  }

  @Test(arguments: [
    "", "px", "40", "-1px", "+1px", "1e", "4 0px", "40  px", "40px ", " 40px", "40PX", ".5px", "5.px", "1e999m",
  ])
  func notQuantities(text: String) {
    var log = ProblemLog(text: text)
    let rule = Rule<Quantity>.quantity(QuantityUnit.allCases, .from0(through: 1e9))
    #expect(rule.read(ConfigurationNode(.string(text), at: .init(line: 1, column: 1)), &log) == nil)
    #expect(log.problems.count == 1)
  }

  @Test(arguments: [
    ("a", "a"), ("${A}", "1"), ("x${A}y${B:-z}", "x1yz"), ("$${A}", "${A}"), ("$A", "$A"), ("100$", "100$"),
    ("${B:-}", ""), ("${E}", ""), ("${E:-full}", "full"), ("${B:-a:-b}", "a:-b"),
  ])
  func environment(text: String, result: String) throws {
    #expect(try EnvironmentText.substitute(text, ["A": "1", "E": ""]) == result)
  }

  @Test(arguments: ["${", "${A", "${}", "${1}", "${A-b}", "${A B}", "${:-x}"])
  func malformedReferences(text: String) {
    #expect(throws: EnvironmentText.Failure.malformed) { try EnvironmentText.substitute(text, ["A": "1"]) }
  }
}
