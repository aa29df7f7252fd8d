#define _GNU_SOURCE
#include "COvertileFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

int overtile_exchange(const char *a, const char *b) {
#if defined(__linux__) && defined(SYS_renameat2)
  return (int)syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, 2u /* RENAME_EXCHANGE */);
#elif defined(__APPLE__)
  return renamex_np(a, b, RENAME_SWAP);
#else
  errno = ENOSYS;
  return -1;
#endif
}

int overtile_open_unnamed(const char *path) {
  char name[PATH_MAX];
#if defined(O_TMPFILE)
  const char *slash = strrchr(path, '/');
  snprintf(name, sizeof name, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
  int unnamed = open(name, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (unnamed >= 0) return unnamed;
#endif
  // Where files need a name, it has one of its own for a moment.
  if (snprintf(name, sizeof name, "%s.XXXXXX", path) >= (int)sizeof name) {
    errno = ENAMETOOLONG;
    return -1;
  }
  int file = mkostemp(name, O_CLOEXEC);
  if (file >= 0) unlink(name);
  return file;
}

void overtile_begin_synchronizing(int descriptor) {
#ifdef SYNC_FILE_RANGE_WRITE
  (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
  (void)descriptor;
#endif
}
