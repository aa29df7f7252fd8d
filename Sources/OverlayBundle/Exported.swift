/// The types of other modules that an app sees: `BundleReader/manifest` is a `BundleManifest`, properties are
/// `NamedValues` of `PropertyValue`, `BundleReader/tile(_:)` returns a `DecodedTile`, methods throw `BundleError` and
/// `ArchiveError`, clusters are those of `MembersReader`. Their modules are exported here, for the whole module and
/// nowhere else, so that an app needs only `import OverlayBundle`; only these types are public in them. Aliases of the
/// types would not do: an app that builds with the feature `MemberImportVisibility` would see the types without their
/// members.
@_exported import OvertileBundleFormat
@_exported import OvertileCore
@_exported import OvertileTileArchive
@_exported import OvertileVectorTile
