#define _GNU_SOURCE
#include "COvertileFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int overtile_open_unnamed(const char *folder) {
#if defined(O_TMPFILE)
  return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
#else
  (void)folder;
  errno = ENOTSUP;
  return -1;
#endif
}

int overtile_name(int descriptor, const char *path) {
#if defined(O_TMPFILE)
  char file[32];
  snprintf(file, sizeof file, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, file, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
#else
  (void)descriptor, (void)path;
  errno = ENOTSUP;
  return -1;
#endif
}
