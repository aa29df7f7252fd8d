/// The types of the format are part of what an app sees: `BundleReader/manifest` is a `BundleManifest`, methods throw
/// `BundleError`, clusters are those of `MembersReader`. So that `import OverlayBundle` is all that an app writes, the module
/// of the format is exported here, for the whole module and nowhere else. Aliases of the types would not do: an app that
/// builds with the feature `MemberImportVisibility` would see the types without their members.
@_exported import OvertileBundleFormat
