#include "COvertileMemory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void overtile_memory_give_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void overtile_memory_keep_much(void) {
#ifdef __GLIBC__
  // 32 MiB is the most that glibc accepts.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 29);
  mallopt(M_TOP_PAD, 16 << 20);
#endif
}

void overtile_memory_keep_little(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}
