import Testing

@testable import Inspection

@Suite struct ErrorTests {
  @Test func saysItsReason() {
    #expect(InspectionError("x: broken").description == "x: broken")
  }
}
