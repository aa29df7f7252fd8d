import Foundation
import OvertileFeatures

/// Whether a members file is consistent: order, ranges, the tree of clusters, the properties of leaves.
struct MembersCheck {
  private let members: MembersFile
  private let location: Location

  /// Prepares the check of a file.
  init(_ members: MembersFile, location: Location) {
    self.members = members
    self.location = location
  }

  /// Checks everything once. O(members log members).
  func run(into findings: inout Findings) {
    findings.expect(members.version, 1, .membersForm, location, "the version of the format")
    findings.expect(members.flags & ~1, 0, .membersForm, location, "unknown flags")
    checkClusters(&findings)
    checkLeaves(&findings)
    if members.hasProperties {
      let values = checkValues(&findings)
      checkTags(values: values, &findings)
    }
  }

  private func checkClusters(_ findings: inout Findings) {
    var parents = [Bool](repeating: false, count: members.clusterCount)
    var nextChild = 0
    var last: UInt64?
    for index in 0..<members.clusterCount {
      let cluster = members.cluster(index)
      var location = location
      location.feature = cluster.id
      if let last, cluster.id <= last { findings.add(.membersForm, location, "the ids of clusters do not ascend") }
      last = cluster.id
      if cluster.id < OverlayIDs.made.lowerBound || cluster.id >> 53 != 0 {
        findings.add(.membersForm, location, "no cluster has such an id")
      }
      findings.expect(cluster.reserved, 0, .membersForm, location, "reserved bytes that are not 0")
      findings.expect(
        cluster.children.lowerBound, nextChild, .membersForm, location,
        "its children do not follow those of the cluster before")
      nextChild = cluster.children.upperBound
      if cluster.zoom > 31 { findings.add(.membersTree, location, "it was made at zoom \(cluster.zoom)") }
      guard cluster.leaves.upperBound <= members.leafCount, cluster.children.upperBound <= members.childCount else {
        findings.add(.membersForm, location, "its members are beyond the end")
        continue
      }
      check(cluster, location, &parents, &findings)
    }
    findings.expect(nextChild, members.childCount, .membersForm, location, "children that belong to no cluster")
  }

  /// A cluster has two or more children, made at higher zooms, each with one parent, and divides its leaves among them.
  private func check(
    _ cluster: MembersFile.Cluster, _ location: Location, _ parents: inout [Bool], _ findings: inout Findings
  ) {
    if cluster.children.count < 2 { findings.add(.membersTree, location, "it has \(cluster.children.count) children") }
    var ranges: [Range<Int>] = []
    for number in cluster.children {
      let (index, isLeaf) = members.child(number)
      guard index < (isLeaf ? members.leafCount : members.clusterCount) else {
        findings.add(.membersTree, location, "a child is missing", found: "\(index)")
        continue
      }
      if isLeaf {
        ranges.append(index..<index + 1)
        continue
      }
      let child = members.cluster(index)
      if child.zoom <= cluster.zoom {
        findings.add(
          .membersTree, location, "a child was not made at a higher zoom", found: "\(child.id) at \(child.zoom)")
      }
      if parents[index] { findings.add(.membersTree, location, "a child has two parents", found: "\(child.id)") }
      parents[index] = true
      ranges.append(child.leaves)
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    let follow = zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }
    if !follow || ranges.first?.lowerBound != cluster.leaves.lowerBound
      || ranges.last?.upperBound != cluster.leaves.upperBound
    {
      findings.add(
        .membersTree, location, "its leaves are not those of its children", expected: "\(cluster.leaves)",
        found: "\(ranges)")
    }
  }

  private func checkLeaves(_ findings: inout Findings) {
    var ids = (0..<members.leafCount).map { members.leaf($0).id }
    ids.sort()
    for (before, id) in zip(ids, ids.dropFirst()) where before == id {
      findings.add(
        .membersForm, Location(location.file, layer: location.layer, feature: id), "two leaves have the same id")
    }
    if let last = ids.last, last >= OverlayIDs.made.lowerBound {
      findings.add(
        .membersForm, Location(location.file, layer: location.layer, feature: last), "no leaf has such an id")
    }
  }

  /// Every key and value can be read and occurs once; returns how many there are.
  private func checkValues(_ findings: inout Findings) -> (keys: Int, values: Int) {
    let (keys, values) = (members.counts[3], members.counts[4])
    var seen: Set<[UInt8]> = []
    var end: UInt64 = 0
    for index in 0..<keys + values {
      let (start, next) = (members.valueOffset(index), members.valueOffset(index + 1))
      guard start == end, next > start, next <= UInt64(members.valuesSize) else {
        findings.add(.membersForm, location, "\(name(index, keys)) does not follow the one before")
        return (keys, values)
      }
      end = next
      let bytes = members.value(Int(start)..<Int(next))
      if index == keys { seen = [] }
      if !Self.isValue(bytes, isKey: index < keys) {
        findings.add(.membersValue, location, "\(name(index, keys)) cannot be read")
      }
      if !seen.insert(bytes).inserted { findings.add(.membersValue, location, "\(name(index, keys)) occurs twice") }
    }
    let last = members.valueOffset(keys + values)
    if last != end || last != UInt64(members.valuesSize) {
      findings.add(.membersForm, location, "bytes after the last value")
    }
    return (keys, values)
  }

  private func name(_ index: Int, _ keys: Int) -> String { index < keys ? "key \(index)" : "value \(index - keys)" }

  private static func isValue(_ bytes: [UInt8], isKey: Bool) -> Bool {
    guard let kind = bytes.first.flatMap(PropertyKind.init(rawValue:)), !isKey || kind == .string else { return false }
    let payload = bytes.dropFirst()
    switch kind {
    case .null: return payload.isEmpty
    case .bool: return payload.count == 1 && (payload.first ?? 2) < 2
    case .int, .uint, .double: return payload.count == 8
    case .string, .json: return String(validating: payload, as: UTF8.self) != nil
    }
  }

  /// Every leaf has its tags, one after the other; each key occurs once in a leaf, keys and values in the order of
  /// their first use.
  private func checkTags(values: (keys: Int, values: Int), _ findings: inout Findings) {
    let tags = members.tags
    var end: UInt64 = 0
    var firstUse = (key: 0, value: 0)
    for leaf in 0..<members.leafCount {
      let (start, next) = (members.tagOffset(leaf), members.tagOffset(leaf + 1))
      guard start == end, next >= start, next <= UInt64(tags.count) else {
        return findings.add(.membersForm, location, "the tags of leaf \(leaf) do not follow those before")
      }
      end = next
      var varints = Varints(tags[tags.startIndex + Int(start)..<tags.startIndex + Int(next)])
      var seen: Set<Int> = []
      while !varints.isAtEnd {
        guard let key = varints.next(), let value = varints.next(), key < values.keys, value < values.values else {
          findings.add(.membersValue, location, "leaf \(leaf) names a key or value that does not exist")
          break
        }
        if !seen.insert(key).inserted { findings.add(.membersValue, location, "leaf \(leaf) has a key twice") }
        if key > firstUse.key || value > firstUse.value {
          findings.add(.membersValue, location, "keys and values are not in the order of their first use")
          firstUse = (.max - 1, .max - 1)
        }
        if key == firstUse.key { firstUse.key += 1 }
        if value == firstUse.value { firstUse.value += 1 }
      }
    }
    if end != UInt64(tags.count) { findings.add(.membersForm, location, "bytes after the last tag") }
    if firstUse.key < values.keys || firstUse.value < values.values {
      findings.add(.membersValue, location, "a key or value that no leaf has")
    }
  }
}

/// Varints in base 128, the low group first. Written independently on purpose, as `MembersFile` is.
struct Varints {
  private var rest: Data

  init(_ bytes: Data) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next number; nil if it does not end, exceeds 32 bits or is written longer than needed.
  mutating func next() -> Int? {
    var result = 0
    for shift in stride(from: 0, through: 28, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      result |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return byte == 0 && shift > 0 || result > Int(UInt32.max) ? nil : result }
    }
    return nil
  }
}
