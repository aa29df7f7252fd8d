// A preload library that notes every call that makes, changes, moves or removes something in the file system.
//
// BYSTANDERS_LOG   gets an entry for each call that succeeded: its name, a tab, the path, a NUL. Paths are absolute with
//                  all links followed but a last one that the call does not follow. A call with two paths has two entries.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#define NEXT(name) static __typeof__(name) *next; if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static long raw(long number, long a, long b, long c, long d, long e, long f) {
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  if (result < 0 && result > -4096) { errno = (int)-result; return -1; }
  return result;
}

static void note(const char *name, const char *path) {
  const char *log = getenv("BYSTANDERS_LOG");
  if (!log) return;
  int before = errno;
  char line[PATH_MAX + 64];
  int count = snprintf(line, sizeof line, "%s\t%s", name, path) + 1;
  long file = raw(SYS_openat, AT_FDCWD, (long)log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644, 0, 0);
  if (file >= 0) {
    raw(SYS_write, file, (long)line, count, 0, 0, 0);
    raw(SYS_close, file, 0, 0, 0, 0, 0);
  }
  errno = before;
}

// The path of an open file; false if it has none.
static int whereIs(int file, char *path) {
  char link[64];
  int before = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  long count = raw(SYS_readlink, (long)link, (long)path, PATH_MAX - 1, 0, 0, 0);
  errno = before;
  if (count < 0) return 0;
  path[count] = 0;
  return path[0] == '/';
}

// The absolute path of an entry of a folder; its own last link is not followed. Looks before the call, while it is there.
static char *entry(int folder, const char *path, char *out) {
  int before = errno;
  char full[2 * PATH_MAX + 2], parent[2 * PATH_MAX + 2];
  if (!path) { strcpy(out, "(null)"); return out; }
  if (path[0] == '/') {
    snprintf(full, sizeof full, "%s", path);
  } else {
    char base[PATH_MAX];
    if (folder == AT_FDCWD ? !getcwd(base, sizeof base) : !whereIs(folder, base)) strcpy(base, "/unknown");
    snprintf(full, sizeof full, "%s/%s", base, path);
  }
  size_t length = strlen(full);
  while (length > 1 && full[length - 1] == '/') full[--length] = 0;
  char *slash = strrchr(full, '/');
  const char *name = slash + 1;
  if (!strcmp(name, ".") || !strcmp(name, "..") || !*name) {
    if (!realpath(full, out)) snprintf(out, PATH_MAX, "%s", full);
  } else {
    *slash = 0;
    if (!realpath(*full ? full : "/", parent)) snprintf(parent, sizeof parent, "%s", full);
    snprintf(out, PATH_MAX, "%s/%s", strcmp(parent, "/") ? parent : "", name);
  }
  errno = before;
  return out;
}

// The absolute path of the target of a path.
static char *target(int folder, const char *path, char *out) {
  char place[PATH_MAX];
  int before = errno;
  entry(folder, path, place);
  if (!realpath(place, out)) snprintf(out, PATH_MAX, "%s", place);
  errno = before;
  return out;
}

static int opened(int file, int flags) {
  char path[PATH_MAX];
  int writes = (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
  if (file < 0 || !writes || !whereIs(file, path)) return file;
  note(flags & O_TRUNC ? "truncate" : (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL) ? "create" : "open", path);
  return file;
}

#define OPEN(function) \
  int function(const char *path, int flags, ...) { \
    va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
    return opened((int)raw(SYS_openat, AT_FDCWD, (long)path, flags, mode, 0, 0), flags); }
OPEN(open)
OPEN(open64)

#define OPENAT(function) \
  int function(int folder, const char *path, int flags, ...) { \
    va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
    return opened((int)raw(SYS_openat, folder, (long)path, flags, mode, 0, 0), flags); }
OPENAT(openat)
OPENAT(openat64)

int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

#define FOPEN(function) \
  FILE *function(const char *path, const char *mode) { \
    NEXT(function); \
    FILE *file = next(path, mode); \
    if (file && (strpbrk(mode, "wa+"))) opened(fileno(file), *mode == 'w' ? O_RDWR | O_TRUNC : O_RDWR); \
    return file; }
FOPEN(fopen)
FOPEN(fopen64)

#define MAKE_TEMPORARY(function, parameters, arguments) \
  int function parameters { \
    NEXT(function); \
    return opened(next arguments, O_RDWR | O_CREAT | O_EXCL); }
MAKE_TEMPORARY(mkstemp, (char *path), (path))
MAKE_TEMPORARY(mkstemp64, (char *path), (path))
MAKE_TEMPORARY(mkostemp, (char *path, int flags), (path, flags))
MAKE_TEMPORARY(mkostemp64, (char *path, int flags), (path, flags))
MAKE_TEMPORARY(mkstemps, (char *path, int suffix), (path, suffix))
MAKE_TEMPORARY(mkostemps, (char *path, int suffix, int flags), (path, suffix, flags))

char *mkdtemp(char *path) {
  NEXT(mkdtemp);
  char place[PATH_MAX];
  char *made = next(path);
  if (made) note("mkdir", entry(AT_FDCWD, made, place));
  return made;
}

// A call on one entry, which is examined before.
#define ON_ENTRY(word, folder, path, call) \
  char place[PATH_MAX]; \
  entry(folder, path, place); \
  int result = (int)(call); \
  if (result == 0) note(word, place); \
  return result

int unlink(const char *path) { ON_ENTRY("unlink", AT_FDCWD, path, raw(SYS_unlink, (long)path, 0, 0, 0, 0, 0)); }
int rmdir(const char *path) { ON_ENTRY("rmdir", AT_FDCWD, path, raw(SYS_rmdir, (long)path, 0, 0, 0, 0, 0)); }
int unlinkat(int folder, const char *path, int flags) {
  ON_ENTRY(flags & AT_REMOVEDIR ? "rmdir" : "unlink", folder, path, raw(SYS_unlinkat, folder, (long)path, flags, 0, 0, 0));
}
int remove(const char *path) {
  NEXT(remove);
  ON_ENTRY("unlink", AT_FDCWD, path, next(path));
}
int mkdir(const char *path, mode_t mode) {
  ON_ENTRY("mkdir", AT_FDCWD, path, raw(SYS_mkdir, (long)path, mode, 0, 0, 0, 0));
}
int mkdirat(int folder, const char *path, mode_t mode) {
  ON_ENTRY("mkdir", folder, path, raw(SYS_mkdirat, folder, (long)path, mode, 0, 0, 0));
}
int symlink(const char *to, const char *path) {
  ON_ENTRY("symlink", AT_FDCWD, path, raw(SYS_symlink, (long)to, (long)path, 0, 0, 0, 0));
}
int symlinkat(const char *to, int folder, const char *path) {
  ON_ENTRY("symlink", folder, path, raw(SYS_symlinkat, (long)to, folder, (long)path, 0, 0, 0));
}
int mkfifo(const char *path, mode_t mode) {
  NEXT(mkfifo);
  ON_ENTRY("create", AT_FDCWD, path, next(path, mode));
}
int lchown(const char *path, uid_t owner, gid_t group) {
  ON_ENTRY("chown", AT_FDCWD, path, raw(SYS_lchown, (long)path, owner, group, 0, 0, 0));
}

// A call on the target of a path.
#define ON_TARGET(word, folder, path, call) \
  char place[PATH_MAX]; \
  target(folder, path, place); \
  int result = (int)(call); \
  if (result == 0) note(word, place); \
  return result

int truncate(const char *path, off_t size) {
  ON_TARGET("truncate", AT_FDCWD, path, raw(SYS_truncate, (long)path, size, 0, 0, 0, 0));
}
int truncate64(const char *path, off_t size) {
  ON_TARGET("truncate", AT_FDCWD, path, raw(SYS_truncate, (long)path, size, 0, 0, 0, 0));
}
int chmod(const char *path, mode_t mode) {
  ON_TARGET("chmod", AT_FDCWD, path, raw(SYS_chmod, (long)path, mode, 0, 0, 0, 0));
}
int fchmodat(int folder, const char *path, mode_t mode, int flags) {
  NEXT(fchmodat);
  ON_TARGET("chmod", folder, path, next(folder, path, mode, flags));
}
int chown(const char *path, uid_t owner, gid_t group) {
  ON_TARGET("chown", AT_FDCWD, path, raw(SYS_chown, (long)path, owner, group, 0, 0, 0));
}
int utimes(const char *path, const struct timeval times[2]) {
  NEXT(utimes);
  ON_TARGET("utimes", AT_FDCWD, path, next(path, times));
}
int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  NEXT(utimensat);
  if (flags & AT_SYMLINK_NOFOLLOW) { ON_ENTRY("utimes", folder, path, next(folder, path, times, flags)); }
  ON_TARGET("utimes", folder, path, next(folder, path, times, flags));
}

// A call on an open file.
#define ON_FILE(word, file, call) \
  char place[PATH_MAX]; \
  int result = (int)(call); \
  if (result == 0 && whereIs(file, place)) note(word, place); \
  return result

int ftruncate(int file, off_t size) { ON_FILE("truncate", file, raw(SYS_ftruncate, file, size, 0, 0, 0, 0)); }
int ftruncate64(int file, off_t size) { ON_FILE("truncate", file, raw(SYS_ftruncate, file, size, 0, 0, 0, 0)); }
int fchmod(int file, mode_t mode) { ON_FILE("chmod", file, raw(SYS_fchmod, file, mode, 0, 0, 0, 0)); }
int fchown(int file, uid_t owner, gid_t group) { ON_FILE("chown", file, raw(SYS_fchown, file, owner, group, 0, 0, 0)); }
int futimens(int file, const struct timespec times[2]) {
  NEXT(futimens);
  ON_FILE("utimes", file, next(file, times));
}
int futimes(int file, const struct timeval times[2]) {
  NEXT(futimes);
  ON_FILE("utimes", file, next(file, times));
}

// A move from one path to another. Both are noted: the entry at the second is gone, or is at the first now.
#define ON_TWO(word, folderA, a, folderB, b, call) \
  char from[PATH_MAX], to[PATH_MAX]; \
  entry(folderA, a, from); \
  entry(folderB, b, to); \
  int result = (int)(call); \
  if (result == 0) { note(word "-from", from); note(word "-to", to); } \
  return result

int rename(const char *a, const char *b) {
  ON_TWO("rename", AT_FDCWD, a, AT_FDCWD, b, raw(SYS_rename, (long)a, (long)b, 0, 0, 0, 0));
}
int renameat(int folderA, const char *a, int folderB, const char *b) {
  ON_TWO("rename", folderA, a, folderB, b, raw(SYS_renameat2, folderA, (long)a, folderB, (long)b, 0, 0));
}
int renameat2(int folderA, const char *a, int folderB, const char *b, unsigned flags) {
  ON_TWO("rename", folderA, a, folderB, b, raw(SYS_renameat2, folderA, (long)a, folderB, (long)b, flags, 0));
}
int link(const char *a, const char *b) {
  ON_TWO("link", AT_FDCWD, a, AT_FDCWD, b, raw(SYS_link, (long)a, (long)b, 0, 0, 0, 0));
}
int linkat(int folderA, const char *a, int folderB, const char *b, int flags) {
  ON_TWO("link", folderA, a, folderB, b, raw(SYS_linkat, folderA, (long)a, folderB, (long)b, flags, 0));
}

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  switch (number) {
  case SYS_renameat2: return renameat2((int)a, (const char *)b, (int)c, (const char *)d, (unsigned)e);
  case SYS_renameat: return renameat((int)a, (const char *)b, (int)c, (const char *)d);
  case SYS_rename: return rename((const char *)a, (const char *)b);
  case SYS_unlink: return unlink((const char *)a);
  case SYS_unlinkat: return unlinkat((int)a, (const char *)b, (int)c);
  case SYS_rmdir: return rmdir((const char *)a);
  case SYS_mkdir: return mkdir((const char *)a, (mode_t)b);
  case SYS_openat: return opened((int)raw(number, a, b, c, d, e, f), (int)c);
  case SYS_open: return opened((int)raw(number, a, b, c, d, e, f), (int)b);
  case SYS_truncate: return truncate((const char *)a, (off_t)b);
  case SYS_ftruncate: return ftruncate((int)a, (off_t)b);
  default: return raw(number, a, b, c, d, e, f);
  }
}
