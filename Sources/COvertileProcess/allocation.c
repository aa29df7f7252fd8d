// The allocation functions of glibc, with one difference: when one fails, the process ends with words and a status. No
// library can then mistake a shortage of memory for a fault of the data, and none crashes on one. The memory comes from
// glibc as before; source: "Replacing malloc" in the manual of glibc. Other systems keep their own.

#include "COvertileProcess.h"
#include "shortage.h"

#if defined(OVERTILE_REPLACES_GLIBC)

#include <errno.h>
#include <stddef.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

#define EXPORTED __attribute__((visibility("default")))

EXPORTED void *malloc(size_t size) {
  while (1) {
    void *block = __libc_malloc(size);
    if (__builtin_expect(block != 0, 1)) return block;
    overtile_shortage_met(OVERTILE_SHORTAGE_OF_MEMORY);
  }
}

EXPORTED void *calloc(size_t count, size_t size) {
  while (1) {
    void *block = __libc_calloc(count, size);
    if (__builtin_expect(block != 0, 1)) return block;
    overtile_shortage_met(OVERTILE_SHORTAGE_OF_MEMORY);
  }
}

EXPORTED void *realloc(void *old, size_t size) {
  while (1) {
    void *block = __libc_realloc(old, size);
    // A size of 0 frees the block, and returns none.
    if (__builtin_expect(block != 0, 1) || size == 0) return block;
    overtile_shortage_met(OVERTILE_SHORTAGE_OF_MEMORY);
  }
}

EXPORTED void *memalign(size_t alignment, size_t size) {
  while (1) {
    void *block = __libc_memalign(alignment, size);
    if (__builtin_expect(block != 0, 1)) return block;
    overtile_shortage_met(OVERTILE_SHORTAGE_OF_MEMORY);
  }
}

EXPORTED void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

EXPORTED int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  *block = memalign(alignment, size);
  return 0;
}

EXPORTED void free(void *block) { __libc_free(block); }

#endif
