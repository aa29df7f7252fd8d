#ifndef OVERTILE_CFILESYSTEM_H
#define OVERTILE_CFILESYSTEM_H

/// Exchanges two paths of one file system in one step. Returns 0, or -1 with errno set.
int overtile_exchange(const char *a, const char *b);

#endif
