import Testing

@testable import OvertileBundleChanges

@Suite struct ErrorTests {
  @Test func saysItsReason() {
    #expect(ChangesError("x: broken").description == "x: broken")
  }
}
