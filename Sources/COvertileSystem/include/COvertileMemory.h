#ifndef OVERTILE_CMEMORY_H
#define OVERTILE_CMEMORY_H

#include <stddef.h>

/// Gives free pages of the heap back to the system, if the C library is glibc; otherwise does nothing.
void overtile_memory_give_back(void);

/// Has glibc keep free memory for what is allocated next, instead of fetching zeroed pages from the system again and again.
void overtile_memory_keep_much(void);

/// Has glibc keep little free memory: few arenas, and blocks of 256 KiB and more that go back when they are freed.
void overtile_memory_keep_little(void);

/// Asks the system for huge pages for memory that has not been touched, and that will be as a whole. The memory begins and ends
/// at multiples of 2 MiB. Only Linux has a use for it.
void overtile_memory_use_huge_pages(void *start, size_t bytes);

/// Asks the processor to fetch memory that is read soon.
static inline void overtile_memory_prefetch(const void *address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#endif
}

#endif
