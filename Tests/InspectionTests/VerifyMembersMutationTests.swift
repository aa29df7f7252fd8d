import Foundation
import OvertileBundleFormat
import Testing

@testable import OvertileInspection

/// Members files that are wrong in one way, in a bundle whose digests fit them.
@Suite struct VerifyMembersMutationTests {
  private static let file = "members.points.bin"
  private let scenario: VerifyScenario
  private let header: MembersHeader

  init() throws {
    scenario = try VerifyScenario()
    try scenario.build(VerifyScenario.features(), layers: VerifyScenario.clusterLayer)
    let bytes = try scenario.bytes(Self.file)
    header = try MembersHeader(bytes, size: UInt64(bytes.count), path: Self.file)
  }

  private func codes(_ change: (inout [UInt8]) -> Void) throws -> Set<FindingCode> {
    let copy = try scenario.copy()
    try copy.change(Self.file, change)
    return try copy.codes()
  }

  @Test func forms() throws {
    let (clusters, leaves) = (header.clusters.offset, header.leaves.offset)
    #expect(try codes { $0[8] = 9 } == [.membersUnreadable] && codes { $0[0] = 0 } == [.membersUnreadable])
    #expect(
      try codes { bytes in
        let record = Array(bytes[clusters..<clusters + 40])
        bytes.replaceSubrange(clusters..<clusters + 40, with: bytes[clusters + 40..<clusters + 80])
        bytes.replaceSubrange(clusters + 40..<clusters + 80, with: record)
      }.contains(.membersForm))
    #expect(
      try codes { $0.replaceSubrange(leaves..<leaves + 8, with: $0[leaves + 16..<leaves + 24]) }.contains(.membersForm))
  }

  @Test func trees() throws {
    let (clusters, children) = (header.clusters.offset, header.children.offset)
    #expect(try codes { $0[clusters + 32] ^= 1 }.isSuperset(of: [.membersTiles]))
    #expect(try codes { $0[clusters + 12] ^= 1 }.contains(.membersTree))
    #expect(try codes { $0[children] ^= 1 }.contains(.membersTree))
  }

  @Test func positionsAndIds() throws {
    let leaves = header.leaves.offset
    #expect(try codes { $0[leaves + 11] ^= 1 }.contains(.membersTiles))
    let codes = try codes { bytes in
      // A leaf may be shown at no zoom, except as a part of clusters.
      for leaf in 0..<header.leaves.count { bytes[leaves + leaf * 16 + 1] ^= 0x55 }
    }
    #expect(codes.contains(.membersTiles))
  }

  @Test func properties() throws {
    for offset in [header.tags.offset, header.valueBytes.offset, header.valueOffsets.offset + 8] {
      #expect(try codes { $0[offset] = 0x7F } == [.membersUnreadable])
    }
  }
}
