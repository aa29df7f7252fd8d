import OvertileCore
import OvertileTileArchive
import Testing

@Suite struct InspectMetadataTests {
  @Test func readsLayersOutOfATextOfJSON() {
    let text =
      #"{"name":"A","bounds":"-1, -2,3.5,4","minzoom":"0","maxzoom":"7","json":"{\"vector_layers\":"#
      + #"[{\"id\":\"roads\",\"fields\":{\"a\":\"Number\"}}],\"tilestats\":{\"layers\":[{\"layer\":\"roads\","#
      + #"\"count\":12}]}}"}"#
    let metadata = ArchiveMetadata(json: Array(text.utf8))
    #expect(metadata.name == "A" && metadata.bounds == [-1, -2, 3.5, 4])
    #expect(metadata.minZoom == 0 && metadata.maxZoom == 7)
    #expect(metadata.layers.map(\.id) == ["roads"] && metadata.layers[0].features == 12)
    #expect(metadata.layers[0].fields == ["a": "Number"])
  }

  @Test func passesOverWhatHasTheWrongType() {
    let text =
      #"{"name":1,"bounds":"1,2,x,4","center":[1,2],"minzoom":1.5,"vector_layers":[7,{"fields":3},{"id":"a"}]}"#
    let metadata = ArchiveMetadata(json: Array(text.utf8))
    #expect(metadata.name == nil && metadata.bounds == nil && metadata.center == nil && metadata.minZoom == nil)
    #expect(metadata.layers.map(\.id) == ["a"] && !metadata.isUnreadable)
    for text in ["", "[]", "{", "\"x\"", String(repeating: "[", count: 100_000)] {
      #expect(ArchiveMetadata(json: Array(text.utf8)).isUnreadable)
    }
  }

  @Test func keepsWholeNumbersExact() {
    let value = JSONValue(text: Array("[18446744073709551615,-9223372036854775808,0.1,true,null]".utf8))
    #expect(value == .array([.uint(.max), .int(.min), .double(0.1), .bool(true), .null]))
  }
}
