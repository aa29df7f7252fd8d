#define _GNU_SOURCE
#include "COvertileProcess.h"
#include "shortage.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// The first thread that runs short gives the reserve back, wakes the watch, and waits for it to end the process: the
// thread may hold any lock, so another thread does the work that it waits for, and it does not wait forever.

static const size_t reserve_bytes = 16 << 20;
static const time_t patience_seconds = 3;

static _Atomic(void *) reserve;
static atomic_flag is_short = ATOMIC_FLAG_INIT;
static __thread int serves_watch;

void overtile_shortage_prepare(void) {
#ifdef __GLIBC__
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
#endif
  void *room = mmap(0, reserve_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room != MAP_FAILED) atomic_store(&reserve, room);
}

void overtile_watch_serve(void) { serves_watch = 1; }

// Whether there was a reserve to give back.
static int give_reserve_back(void) {
  void *room = atomic_exchange(&reserve, 0);
  return room && munmap(room, reserve_bytes) == 0;
}

static _Noreturn void end(int what) {
  const char *words =
      what == OVERTILE_SHORTAGE_OF_THREADS
          ? "overtile: the system cannot start a thread. Allow more processes (ulimit -u) or more memory (ulimit -v), or give "
            "fewer --jobs\n"
          : "overtile: memory ran short: the system has no more. Let the process take more (ulimit -v), give it fewer "
            "--jobs, or bound a build with --memory\n";
  ssize_t ignored = write(2, words, strlen(words));
  (void)ignored;
  _exit(OVERTILE_SHORTAGE_STATUS);
}

void overtile_shortage_met(int what) {
  if (serves_watch) {
    if (give_reserve_back()) return;
    end(what);
  }
  if (!atomic_flag_test_and_set(&is_short)) {
    give_reserve_back();
    if (!overtile_watch_tell((unsigned char)what)) end(what);
  }
  struct timespec rest = {patience_seconds, 0};
  nanosleep(&rest, 0);
  end(what);
}
