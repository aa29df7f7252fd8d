import Testing

@testable import OvertileInspection

@Suite struct NumberTextTests {
  @Test func sizesHaveUnits() {
    let sizes = [0, 9_999, 10_000, 41_250, 9_999_999, 10_000_000, 15_414_299]
    #expect(
      sizes.map { NumberText.bytes($0) } == ["0 B", "9999 B", "10.0 kB", "41.3 kB", "10000.0 kB", "10.0 MB", "15.4 MB"])
    #expect(NumberText.bytes(UInt64.max).hasSuffix(" MB"))
  }

  @Test func decimalsHaveNoExponent() {
    #expect(NumberText.decimals(-0.004, 2) == "0.00" && NumberText.decimals(-1.5, 2) == "-1.50")
    #expect(NumberText.decimals(12.6, 0) == "13" && NumberText.decimals(0.05, 1) == "0.1")
    // Numbers beyond all that is measured do not trap.
    for value in [Double.nan, .infinity, -.infinity, 1e300] { #expect(!NumberText.decimals(value, 2).isEmpty) }
  }

  @Test func wordsOfAShellAreQuoted() {
    #expect(ShellText.quoted("/a/b-c_1.pmtiles") == "/a/b-c_1.pmtiles")
    #expect(ShellText.quoted("it's $HOME") == "'it'\\''s $HOME'")
    #expect(ShellText.quoted("") == "''" && ShellText.quoted("-x") == "'-x'" && ShellText.quoted("é") == "'é'")
  }
}
