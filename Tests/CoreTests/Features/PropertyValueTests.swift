import OvertileCore
import Testing

@Suite struct PropertyValueTests {
  /// Arrays and objects are JSON text, which accessors read, as deep as one asks.
  @Test func accessorsReadNestedValues() throws {
    let address = PropertyValue.string(#"{"street":"Main","numbers":[3,{"to":4}],"open":true,"part":0.5,"none":null}"#)
    let members = try #require(address.object)
    #expect(members["street"]?.string == "Main" && members["open"]?.bool == true && members["part"]?.number == 0.5)
    #expect(members["none"] == .null && address.array == nil && address.bool == nil)
    let numbers = try #require(members["numbers"]?.array)
    #expect(numbers[0] == .int(3) && numbers[1].object?["to"]?.number == 4)
    #expect(PropertyValue.json("[1]").array == [.int(1)] && PropertyValue.string("[1").array == nil)
    #expect(PropertyValue.int(1).string == nil && PropertyValue.bool(false).object == nil)
    let values: [PropertyValue] = [.int(-3), .uint(.max), .double(0.5), .null, .bool(true), .string("1"), .json("[1]")]
    #expect(values.map(\.number) == [-3, 18_446_744_073_709_551_616, 0.5, nil, nil, nil, nil])
  }
}
