// The C library of the platform, whatever its name there.
//
// All other files but those of MapMath, which stands alone, say `import OvertileCore`. If a member of a type hides a function, its full name is, for example,
// `OvertileCore.write`. Mathematical functions come from here, too: Foundation takes longer to start.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
