// The C library of the platform, whatever its name there: the only file that distinguishes platforms to import it.
//
// All other files say `import OvertilePlatform`. If a member of a type hides a function, its full name is, for example,
// `OvertilePlatform.write`. Mathematical functions come from here, too: Foundation takes longer to start.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
