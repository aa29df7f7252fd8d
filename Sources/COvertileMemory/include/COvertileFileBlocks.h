#ifndef OVERTILE_CFILE_BLOCKS_H
#define OVERTILE_CFILE_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

// Large blocks of memory whose content is in files: the system writes their pages there when it needs memory, and a process
// that is to stay small lets them go at any time. Each block has a file of its own without a name, which ends with the block.
// One range of addresses holds all blocks, so that any address tells whether it is in one. Linux only; elsewhere nothing opens.

/// The range of addresses; both 0 before the first opening. Read only.
extern uintptr_t overtile_file_blocks_first, overtile_file_blocks_end;

/// The bytes from which on a block is put into a file; SIZE_MAX while none is. Read only.
extern size_t overtile_file_blocks_least;

/// Notes that the allocation functions of the process are those that know of these blocks.
void overtile_file_blocks_serve(void);

/// Puts further blocks into files beside a path, from a number of bytes on.
///
/// Returns 0 on success; -1 where allocation does not know of them, they are open already, or addresses are limited.
int overtile_file_blocks_open(const char *path, size_t least);

/// Changes the number of bytes from which on a block is put into a file; without effect unless opened.
void overtile_file_blocks_set_least(size_t least);

/// Puts no further blocks into files. Those that are there stay until they are freed.
void overtile_file_blocks_close(void);

/// A block of zeros in a file, or 0 where none could be made.
void *overtile_file_block_take(size_t size, size_t alignment);

/// Ends a block, and its file.
void overtile_file_block_free(void *block);

/// The bytes of a block that may be used.
size_t overtile_file_block_size(const void *block);

/// Maps a file for reading, whose bytes do not change: its pages go with those of the blocks. 0 where that is not possible.
const void *overtile_file_blocks_map(int file, size_t size);

/// Ends such a mapping.
void overtile_file_blocks_unmap(const void *start, size_t size);

/// Whether an address is that of such a block.
static inline int overtile_file_blocks_hold(const void *block) {
  return (uintptr_t)block - overtile_file_blocks_first < overtile_file_blocks_end - overtile_file_blocks_first;
}

/// The bytes of all blocks that are there.
size_t overtile_file_blocks_bytes(void);

/// Lets the pages of all blocks go: they stay in the files, and come back where they are touched. Any thread may use blocks meanwhile.
void overtile_file_blocks_let_go(void);

/// The error number of the first block since opening that could not be put into a file; 0 if there was none.
int overtile_file_blocks_failure(void);

#endif
