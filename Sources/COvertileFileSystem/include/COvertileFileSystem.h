#ifndef OVERTILE_CFILESYSTEM_H
#define OVERTILE_CFILESYSTEM_H

/// Exchanges two paths of one file system in one step. Returns 0, or -1 with errno set.
int overtile_exchange(const char *a, const char *b);

/// Lets the system begin to write an open file to the disk, without waiting for it. Does nothing where there is no such call.
void overtile_begin_synchronizing(int descriptor);

#endif
