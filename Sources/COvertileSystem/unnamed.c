#define _GNU_SOURCE
#include "COvertileFileSystem.h"

#include <errno.h>
#include <fcntl.h>

int overtile_open_unnamed(const char *folder) {
#if defined(O_TMPFILE)
  return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
#else
  (void)folder;
  errno = ENOTSUP;
  return -1;
#endif
}
