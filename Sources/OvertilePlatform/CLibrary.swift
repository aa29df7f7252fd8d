// The C library of the platform, under whatever name it has there: the only place that tells platforms apart to import it.
//
// Everything else says `import OvertilePlatform`. Where a member of a type hides a function, its full name is, for example,
// `OvertilePlatform.write`. Mathematical functions come from here, too: Foundation takes longer to start.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
