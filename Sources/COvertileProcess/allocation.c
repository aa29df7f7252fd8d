// The allocation functions of glibc, with one difference: when one fails, the process ends with words and a status. No
// library can then mistake a shortage of memory for a fault of the data, and none crashes on one. The memory comes from
// glibc as before; source: "Replacing malloc" in the manual of glibc. Other systems keep their own. Large blocks are in files
// while a run says so: see COvertileFileBlocks.h.

#include "COvertileProcess.h"
#include "shortage.h"

#if defined(OVERTILE_REPLACES_GLIBC)

#include "COvertileFileBlocks.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

#define EXPORTED __attribute__((visibility("default")))

EXPORTED void *malloc(size_t size);
EXPORTED void free(void *block);
EXPORTED size_t malloc_usable_size(void *block);

__attribute__((constructor)) static void serve(void) { overtile_file_blocks_serve(); }

// A block in a file, if it is large enough for one; 0 otherwise.
static inline void *in_a_file(size_t size, size_t alignment) {
  if (__builtin_expect(size < overtile_file_blocks_least, 1)) return 0;
  return overtile_file_block_take(size, alignment);
}

EXPORTED void *malloc(size_t size) {
  void *large = in_a_file(size, 1);
  if (large) return large;
  while (1) {
    void *block = __libc_malloc(size);
    if (__builtin_expect(block != 0, 1)) return block;
    overtile_shortage_met(OVERTILE_SHORTAGE_OF_MEMORY);
  }
}

EXPORTED void *calloc(size_t count, size_t size) {
  size_t all;
  void *large = __builtin_mul_overflow(count, size, &all) ? 0 : in_a_file(all, 1);
  if (large) return large;
  while (1) {
    void *block = __libc_calloc(count, size);
    if (__builtin_expect(block != 0, 1)) return block;
    overtile_shortage_met(OVERTILE_SHORTAGE_OF_MEMORY);
  }
}

// Moves a block out of a file, or into one.
static void *moved(void *old, size_t before, size_t size) {
  void *block = malloc(size);
  memcpy(block, old, before < size ? before : size);
  free(old);
  return block;
}

EXPORTED void *realloc(void *old, size_t size) {
  if (__builtin_expect(overtile_file_blocks_hold(old), 0)) {
    if (size > 0) return moved(old, overtile_file_block_size(old), size);
    free(old);
    return 0;
  }
  if (__builtin_expect(size >= overtile_file_blocks_least, 0) && old) return moved(old, malloc_usable_size(old), size);
  while (1) {
    void *block = __libc_realloc(old, size);
    // A size of 0 frees the block, and returns none.
    if (__builtin_expect(block != 0, 1) || size == 0) return block;
    overtile_shortage_met(OVERTILE_SHORTAGE_OF_MEMORY);
  }
}

EXPORTED void *memalign(size_t alignment, size_t size) {
  void *large = in_a_file(size, alignment);
  if (large) return large;
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

EXPORTED void free(void *block) {
  if (__builtin_expect(overtile_file_blocks_hold(block), 0)) {
    overtile_file_block_free(block);
  } else {
    __libc_free(block);
  }
}

// glibc names its own nowhere else.
EXPORTED size_t malloc_usable_size(void *block) {
  static _Atomic(void *) own;
  if (__builtin_expect(overtile_file_blocks_hold(block), 0)) return overtile_file_block_size(block);
  void *function = atomic_load_explicit(&own, memory_order_relaxed);
  if (!function) {
    function = dlsym(RTLD_NEXT, "malloc_usable_size");
    atomic_store_explicit(&own, function, memory_order_relaxed);
  }
  return ((size_t (*)(void *))function)(block);
}

#endif
