// A preload library that counts the calls on files below a folder and spoils one of them.
//
// FAULT_ROOT   calls on paths below it count
// FAULT_AT     the number of the call that is spoilt, from 1; 0 counts only
// FAULT_KIND   EIO or ENOSPC: the call fails so, or with EIO where no disk can be full; short: it writes half; kill: the process
//              ends before it, which only the calls that change something on the disk tell from the call before
// FAULT_ONLY   set: only calls of this name count
// FAULT_NO_EXCHANGE   set: exchanging two folders is rejected, as file systems do that cannot
// FAULT_NO_UNNAMED    set: a file without a name is rejected, as file systems do that have none
// FAULT_LOG    gets a line for each call: its number, its name, the path, and what was done to it
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NEXT(name) static __typeof__(name) *next; if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static atomic_int calls;

enum { PASS, FAIL, SHORT };
enum { NOTHING, PUTS, REMOVES };

static long raw(long number, long a, long b, long c, long d, long e, long f) {
  register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  if (result < 0 && result > -4096) { errno = (int)-result; return -1; }
  return result;
}

static void note(int number, const char *name, const char *path, const char *outcome) {
  const char *log = getenv("FAULT_LOG");
  if (!log) return;
  char line[PATH_MAX + 100];
  int count = snprintf(line, sizeof line, "%d %s %s %s\n", number, name, outcome, path);
  long file = raw(SYS_openat, AT_FDCWD, (long)log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644, 0, 0);
  if (file < 0) return;
  raw(SYS_write, file, (long)line, count, 0, 0, 0);
  raw(SYS_close, file, 0, 0, 0, 0, 0);
}

// Decides about one call and what it does on the disk.
static int judge(const char *name, const char *path, int effect) {
  const char *root = getenv("FAULT_ROOT"), *kind = getenv("FAULT_KIND"), *at = getenv("FAULT_AT");
  if (!root || !kind || !path || strncmp(path, root, strlen(root))) return PASS;
  const char *only = getenv("FAULT_ONLY");
  if (only && strcmp(only, name)) return PASS;
  int isShort = !strcmp(kind, "short");
  if (!strcmp(kind, "kill") && effect == NOTHING) return PASS;
  if (isShort && strcmp(name, "write") && strcmp(name, "pwrite") && strcmp(name, "sendfile")) return PASS;
  int number = atomic_fetch_add(&calls, 1) + 1;
  if (!at || number != atoi(at)) { note(number, name, path, "passed"); return PASS; }
  note(number, name, path, kind);
  if (!strcmp(kind, "kill")) raw(SYS_kill, getpid(), SIGKILL, 0, 0, 0, 0);
  if (isShort) return SHORT;
  errno = effect == PUTS && !strcmp(kind, "ENOSPC") ? ENOSPC : EIO;
  return FAIL;
}

static int judgeFile(const char *name, int file, int effect) {
  char link[64], path[PATH_MAX];
  int before = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  long count = raw(SYS_readlink, (long)link, (long)path, sizeof path - 1, 0, 0, 0);
  errno = before;
  if (count < 0) return PASS;
  path[count] = 0;
  return judge(name, path, effect);
}

// The same for a path below an open folder.
static int judgeAt(const char *name, int folder, const char *path, int effect) {
  char link[64], whole[PATH_MAX + 256];
  if (folder == AT_FDCWD || !path || path[0] == '/') return judge(name, path, effect);
  int before = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  long count = raw(SYS_readlink, (long)link, (long)whole, PATH_MAX, 0, 0, 0);
  errno = before;
  if (count < 0) return PASS;
  snprintf(whole + count, sizeof whole - count, "/%s", path);
  return judge(name, whole, effect);
}

#define OPEN(function) \
  int function(const char *path, int flags, ...) { \
    va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
    if ((flags & O_TMPFILE) == O_TMPFILE && getenv("FAULT_NO_UNNAMED")) { errno = EOPNOTSUPP; return -1; } \
    if (judge("open", path, flags & O_CREAT ? PUTS : NOTHING) == FAIL) return -1; \
    return (int)raw(SYS_openat, AT_FDCWD, (long)path, flags, mode, 0, 0); }
OPEN(open)
OPEN(open64)

#define OPENAT(function) \
  int function(int folder, const char *path, int flags, ...) { \
    va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
    if (judgeAt(flags & O_DIRECTORY ? "opendir" : "open", folder, path, flags & O_CREAT ? PUTS : NOTHING) == FAIL) return -1; \
    return (int)raw(SYS_openat, folder, (long)path, flags, mode, 0, 0); }
OPENAT(openat)
OPENAT(openat64)

DIR *opendir(const char *path) {
  NEXT(opendir);
  return judge("opendir", path, NOTHING) == FAIL ? NULL : next(path);
}

ssize_t write(int file, const void *bytes, size_t count) {
  int verdict = judgeFile("write", file, PUTS);
  if (verdict == FAIL) return -1;
  return raw(SYS_write, file, (long)bytes, verdict == SHORT && count > 1 ? count / 2 : count, 0, 0, 0);
}

#define PWRITE(function) \
  ssize_t function(int file, const void *bytes, size_t count, off_t offset) { \
    int verdict = judgeFile("pwrite", file, PUTS); \
    if (verdict == FAIL) return -1; \
    return raw(SYS_pwrite64, file, (long)bytes, verdict == SHORT && count > 1 ? count / 2 : count, offset, 0, 0); }
PWRITE(pwrite)
PWRITE(pwrite64)

#define SENDFILE(function) \
  ssize_t function(int to, int from, off_t *offset, size_t count) { \
    int verdict = judgeFile("sendfile", to, PUTS); \
    if (verdict == FAIL) return -1; \
    return raw(SYS_sendfile, to, from, (long)offset, verdict == SHORT && count > 1 ? count / 2 : count, 0, 0); }
SENDFILE(sendfile)
SENDFILE(sendfile64)

ssize_t read(int file, void *bytes, size_t count) {
  return judgeFile("read", file, NOTHING) == FAIL ? -1 : raw(SYS_read, file, (long)bytes, count, 0, 0, 0);
}

#define PREAD(function) \
  ssize_t function(int file, void *bytes, size_t count, off_t offset) { \
    return judgeFile("read", file, NOTHING) == FAIL ? -1 : raw(SYS_pread64, file, (long)bytes, count, offset, 0, 0); }
PREAD(pread)
PREAD(pread64)

int close(int file) {
  int verdict = judgeFile("close", file, NOTHING);
  int before = errno;
  int result = (int)raw(SYS_close, file, 0, 0, 0, 0, 0);
  if (verdict != FAIL) return result;
  errno = before;
  return -1;
}

#define SYNC(function, number) \
  int function(int file) { return judgeFile("sync", file, PUTS) == FAIL ? -1 : (int)raw(number, file, 0, 0, 0, 0, 0); }
SYNC(fsync, SYS_fsync)
SYNC(fdatasync, SYS_fdatasync)

#define TRUNCATE(function) \
  int function(int file, off_t count) { \
    return judgeFile("truncate", file, PUTS) == FAIL ? -1 : (int)raw(SYS_ftruncate, file, count, 0, 0, 0, 0); }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

// Its error is what it returns.
#define RESERVE(function) \
  int function(int file, off_t offset, off_t count) { \
    int before = errno; \
    if (judgeFile("reserve", file, PUTS) == FAIL) { int error = errno; errno = before; return error; } \
    int result = raw(SYS_fallocate, file, 0, offset, count, 0, 0) ? errno : 0; \
    errno = before; \
    return result; }
RESERVE(posix_fallocate)
RESERVE(posix_fallocate64)

int rename(const char *from, const char *to) {
  return judge("rename", from, PUTS) == FAIL ? -1 : (int)raw(SYS_rename, (long)from, (long)to, 0, 0, 0, 0);
}

int mkdir(const char *path, mode_t mode) {
  return judge("mkdir", path, PUTS) == FAIL ? -1 : (int)raw(SYS_mkdir, (long)path, mode, 0, 0, 0, 0);
}

int symlink(const char *target, const char *path) {
  return judge("symlink", path, PUTS) == FAIL ? -1 : (int)raw(SYS_symlink, (long)target, (long)path, 0, 0, 0, 0);
}

int unlink(const char *path) {
  return judge("unlink", path, REMOVES) == FAIL ? -1 : (int)raw(SYS_unlink, (long)path, 0, 0, 0, 0, 0);
}

int rmdir(const char *path) {
  return judge("rmdir", path, REMOVES) == FAIL ? -1 : (int)raw(SYS_rmdir, (long)path, 0, 0, 0, 0, 0);
}

int unlinkat(int folder, const char *path, int flags) {
  const char *name = flags & AT_REMOVEDIR ? "rmdir" : "unlink";
  return judgeAt(name, folder, path, REMOVES) == FAIL ? -1 : (int)raw(SYS_unlinkat, folder, (long)path, flags, 0, 0, 0);
}

int chmod(const char *path, mode_t mode) {
  return judge("chmod", path, PUTS) == FAIL ? -1 : (int)raw(SYS_chmod, (long)path, mode, 0, 0, 0, 0);
}

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2) {
    if (getenv("FAULT_NO_EXCHANGE")) { errno = EINVAL; return -1; }
    if (judge("exchange", (const char *)b, PUTS) == FAIL) return -1;
  }
  return raw(number, a, b, c, d, e, f);
}
