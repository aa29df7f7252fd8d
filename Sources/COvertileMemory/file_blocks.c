#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "COvertileFileBlocks.h"

uintptr_t overtile_file_blocks_first, overtile_file_blocks_end;
size_t overtile_file_blocks_least = SIZE_MAX;

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Addresses are never used a second time: of 47 bits a process has, these are enough for all blocks of any run.
static const size_t most_bytes = (size_t)1 << 44, fewest_bytes = (size_t)1 << 38;
static const size_t page = 4096;

// Directly before a block.
struct header {
  char *start;
  size_t whole;
  size_t usable;
};
static const size_t header_bytes = 64;

static atomic_int is_served, is_open, failure;
static atomic_uintptr_t next;
static atomic_size_t bytes;
static char path_template[4096];

void overtile_file_blocks_serve(void) { is_served = 1; }

// Reserves the range once for the whole process.
static int reserve(void) {
  if (overtile_file_blocks_first) return 0;
  for (size_t size = most_bytes; size >= fewest_bytes; size /= 4) {
    void *range = mmap(0, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) continue;
    next = (uintptr_t)range;
    overtile_file_blocks_first = (uintptr_t)range;
    overtile_file_blocks_end = (uintptr_t)range + size;
    return 0;
  }
  return -1;
}

int overtile_file_blocks_open(const char *path, size_t least) {
  if (!is_served || sysconf(_SC_PAGESIZE) != (long)page || strlen(path) + 8 > sizeof path_template) return -1;
  if (atomic_exchange(&is_open, 1)) return -1;
  if (reserve() != 0) {
    is_open = 0;
    return -1;
  }
  failure = 0;
  // mkostemp(3) replaces the six letters at the end.
  snprintf(path_template, sizeof path_template, "%s.XXXXXX", path);
  overtile_file_blocks_least = least;
  return 0;
}

void overtile_file_blocks_set_least(size_t least) {
  if (is_open) overtile_file_blocks_least = least;
}

void overtile_file_blocks_close(void) {
  overtile_file_blocks_least = SIZE_MAX;
  is_open = 0;
}

static size_t whole_pages(size_t size) { return (size + page - 1) / page * page; }

static int make_file(size_t whole) {
  char path[sizeof path_template];
  memcpy(path, path_template, sizeof path);
  int file = mkostemp(path, O_CLOEXEC);
  if (file < 0) return -1;
  unlink(path);
  // Reserved at once: a mapping has no way to say later that the disk is full.
  int error = posix_fallocate(file, 0, (off_t)whole);
  if (error == 0) return file;
  close(file);
  errno = error;
  return -1;
}

void *overtile_file_block_take(size_t size, size_t alignment) {
  if (!is_open || failure || size > most_bytes || alignment > most_bytes) return 0;
  int before = errno;
  size_t slack = alignment > header_bytes ? alignment : header_bytes;
  size_t whole = whole_pages(size + slack);
  // A page between blocks belongs to none.
  uintptr_t start = atomic_fetch_add(&next, whole + page);
  if (start + whole + page > overtile_file_blocks_end) return 0;
  int file = make_file(whole);
  void *made = MAP_FAILED;
  if (file >= 0) {
    made = mmap((void *)start, whole, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0);
  }
  if (made == MAP_FAILED) {
    // Too many mappings are no failure of the file: the block is then in memory.
    if (errno != ENOMEM) {
      int none = 0;
      atomic_compare_exchange_strong(&failure, &none, errno);
    }
    if (file >= 0) close(file);
    errno = before;
    return 0;
  }
  close(file);
  errno = before;
  uintptr_t block = start + header_bytes;
  if (alignment > header_bytes) block = (start + header_bytes + alignment - 1) / alignment * alignment;
  struct header *header = (struct header *)(block - header_bytes);
  *header = (struct header){.start = (char *)start, .whole = whole, .usable = start + whole - block};
  atomic_fetch_add(&bytes, whole);
  return (void *)block;
}

static const struct header *header_of(const void *block) {
  return (const struct header *)((const char *)block - header_bytes);
}

size_t overtile_file_block_size(const void *block) { return header_of(block)->usable; }

// The addresses stay reserved, so that no other memory ever has them. Returns whether the system did so.
static int withdraw(void *start, size_t whole) {
  atomic_fetch_sub(&bytes, whole);
  return mmap(start, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
}

void overtile_file_block_free(void *block) {
  int before = errno;
  struct header header = *header_of(block);
  if (!withdraw(header.start, header.whole)) madvise(header.start, header.whole, MADV_REMOVE);
  errno = before;
}

const void *overtile_file_blocks_map(int file, size_t size) {
  if (!is_open || size == 0 || size > most_bytes) return 0;
  size_t whole = whole_pages(size);
  uintptr_t start = atomic_fetch_add(&next, whole + page);
  if (start + whole + page > overtile_file_blocks_end) return 0;
  if (mmap((void *)start, size, PROT_READ, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) return 0;
  atomic_fetch_add(&bytes, whole);
  return (const void *)start;
}

void overtile_file_blocks_unmap(const void *start, size_t size) { withdraw((void *)start, whole_pages(size)); }

size_t overtile_file_blocks_bytes(void) { return bytes; }

void overtile_file_blocks_let_go(void) {
  uintptr_t first = overtile_file_blocks_first, end = next;
  if (first && end > first && bytes > 0) {
    if (end > overtile_file_blocks_end) end = overtile_file_blocks_end;
    madvise((void *)first, end - first, MADV_DONTNEED);
  }
}

int overtile_file_blocks_failure(void) { return failure; }

#else

void overtile_file_blocks_serve(void) {}
int overtile_file_blocks_open(const char *path, size_t least) { return -1; }
void overtile_file_blocks_set_least(size_t least) {}
void overtile_file_blocks_close(void) {}
void *overtile_file_block_take(size_t size, size_t alignment) { return 0; }
void overtile_file_block_free(void *block) {}
const void *overtile_file_blocks_map(int file, size_t size) { return 0; }
void overtile_file_blocks_unmap(const void *start, size_t size) {}
size_t overtile_file_block_size(const void *block) { return 0; }
size_t overtile_file_blocks_bytes(void) { return 0; }
void overtile_file_blocks_let_go(void) {}
int overtile_file_blocks_failure(void) { return 0; }

#endif
