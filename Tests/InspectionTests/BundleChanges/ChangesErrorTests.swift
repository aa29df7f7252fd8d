import Testing

@testable import OvertileInspection

@Suite struct ChangesErrorTests {
  @Test func saysItsReason() {
    #expect(ChangesError("x: broken").description == "x: broken")
  }
}
