#ifndef OVERTILE_SHORTAGE_H
#define OVERTILE_SHORTAGE_H

#if defined(__linux__)
#include <features.h>
#endif

// Whether functions of the C library are replaced: those of glibc, where no sanitizer does so already.
#if defined(__GLIBC__)
#if defined(__has_feature)
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer) && !__has_feature(memory_sanitizer)
#define OVERTILE_REPLACES_GLIBC 1
#endif
#else
#define OVERTILE_REPLACES_GLIBC 1
#endif
#endif

// Writes a byte to the watch; 0 where there is none. Takes no memory; safe in a signal's handler.
int overtile_watch_tell(unsigned char what);

// Called when the system has not given memory, or a thread, to someone who cannot do without: returns when it may be tried
// once more, and ends the process otherwise.
void overtile_shortage_met(int what);

#endif
