#ifndef OVERTILE_CMEMORY_H
#define OVERTILE_CMEMORY_H

/// Gives free pages of the heap back to the system, if the C library is glibc; otherwise does nothing.
void overtile_memory_give_back(void);

/// Has glibc keep free memory for what is allocated next, instead of fetching zeroed pages from the system again and again.
void overtile_memory_keep_much(void);

/// Has glibc keep little free memory: few arenas, and blocks of 256 KiB and more that go back when they are freed.
void overtile_memory_keep_little(void);

/// Asks the processor to fetch memory that is read soon.
static inline void overtile_memory_prefetch(const void *address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#endif
}

#endif
