#define _GNU_SOURCE
#include "COvertileFileSystem.h"

#include <fcntl.h>

void overtile_begin_synchronizing(int descriptor) {
#ifdef SYNC_FILE_RANGE_WRITE
  (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
  (void)descriptor;
#endif
}
