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

// Writes a byte to the watch; 0 if there is none. Allocates nothing; safe in a signal's handler.
int overtile_watch_tell(unsigned char what);

// Called when the system has refused memory, or a thread, to a caller that needs it: returns when it may be tried
// once more, and ends the process otherwise.
void overtile_shortage_met(int what);

#endif
