import Testing

@testable import OvertileInspection

@Suite struct ErrorTests {
  @Test func saysItsReason() {
    #expect(InspectionError("x: broken").description == "x: broken")
  }
}
