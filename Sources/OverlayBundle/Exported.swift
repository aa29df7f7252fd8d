/// What an app sees of other modules: `BundleReader/manifest` is a `BundleManifest`, properties are `NamedValues` of `PropertyValue`,
/// `BundleReader/tile(_:)` gives a `DecodedTile`, methods throw `BundleError` and `ArchiveError`, clusters are those of
/// `MembersReader`. So that `import OverlayBundle` is all that an app writes, their modules are exported here, for the whole module
/// and nowhere else; what is public in them is no more than that. Aliases of the types would not do: an app that builds with the
/// feature `MemberImportVisibility` would see the types without their members.
@_exported import OvertileBundleFormat
@_exported import OvertileFeatures
@_exported import OvertileTileArchive
@_exported import OvertileVectorTile
