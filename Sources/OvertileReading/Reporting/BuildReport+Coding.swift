// In JSON the counts of a source and of a layer are beside its name, not in an object of their own.

extension BuildReport.Source: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, files
  }

  /// Creates the counts for a source by decoding an object that contains the name and the counts.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    name = try members.decode(String.self, forKey: .name)
    files = try members.decode(Int.self, forKey: .files)
    counts = try SourceCounts(from: decoder)
  }

  /// Encodes the name and the counts of the source as members of a single object.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(files, forKey: .files)
    try counts.encode(to: encoder)
  }
}

extension BuildReport.Layer: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, source, kind, items, overlays, bounds, zooms, completeZoom, bytesBeyond, snapping
  }

  /// Creates the counts for a layer by decoding an object that contains the name and the counts.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    name = try members.decode(String.self, forKey: .name)
    source = try members.decode(String.self, forKey: .source)
    kind = try members.decode(String.self, forKey: .kind)
    counts = try LayerCounts(from: decoder)
    items = try members.decode(Int.self, forKey: .items)
    overlays = try members.decode(Int.self, forKey: .overlays)
    bounds = try members.decodeIfPresent([Double].self, forKey: .bounds)
    zooms = try members.decode([BuildReport.ZoomCounts].self, forKey: .zooms)
    completeZoom = try members.decodeIfPresent(Int.self, forKey: .completeZoom)
    bytesBeyond = try members.decodeIfPresent(Int.self, forKey: .bytesBeyond)
    snapping = try members.decodeIfPresent(BuildReport.Snapping.self, forKey: .snapping)
  }

  /// Encodes the name and the counts of the layer as members of a single object.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(source, forKey: .source)
    try members.encode(kind, forKey: .kind)
    try counts.encode(to: encoder)
    try members.encode(items, forKey: .items)
    try members.encode(overlays, forKey: .overlays)
    try members.encodeIfPresent(bounds, forKey: .bounds)
    try members.encode(zooms, forKey: .zooms)
    try members.encodeIfPresent(completeZoom, forKey: .completeZoom)
    try members.encodeIfPresent(bytesBeyond, forKey: .bytesBeyond)
    try members.encodeIfPresent(snapping, forKey: .snapping)
  }
}
