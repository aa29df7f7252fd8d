import Testing

@testable import BundleChanges

@Suite struct ErrorTests {
  @Test func saysItsReason() {
    #expect(ChangesError("x: broken").description == "x: broken")
  }
}
