#ifndef OVERTILE_CFILESYSTEM_H
#define OVERTILE_CFILESYSTEM_H

/// Exchanges two paths of one file system in one step. Returns 0, or -1 with errno set.
int overtile_exchange(const char *a, const char *b);

/// Makes a file without a name in a folder, open for reading and writing. Returns -1 with errno set, also where the system
/// or the file system has no such files.
int overtile_open_unnamed(const char *folder);

/// Lets the system begin to write an open file to the disk, without waiting for it. Does nothing where there is no such call.
void overtile_begin_synchronizing(int descriptor);

#endif
