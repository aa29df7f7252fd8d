#ifndef OVERTILE_CFILESYSTEM_H
#define OVERTILE_CFILESYSTEM_H

/// Exchanges two paths of one file system in one step. Returns 0, or -1 with errno set.
int overtile_exchange(const char *a, const char *b);

/// Makes a file without a name in the folder of a path, open for reading and writing. A process that dies leaves nothing of
/// it. Returns -1 with errno set.
int overtile_open_unnamed(const char *path);

/// Lets the system begin to write an open file to the disk, without waiting for it. Does nothing where there is no such call.
void overtile_begin_synchronizing(int descriptor);

#endif
