#define _GNU_SOURCE
#include "COvertileProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

void overtile_process_hold_streams(void) {
  for (int number = 0; number <= 2; number++) {
    if (fcntl(number, F_GETFD) != -1 || errno != EBADF) continue;
    // Opened the wrong way around, so that reading and writing fail as they would on a closed one.
    int mode = number == 0 ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", mode) < 0) (void)open("/", O_RDONLY | O_DIRECTORY);
  }
}

static int is_ignored(int number) {
  struct sigaction now;
  return sigaction(number, 0, &now) == 0 && now.sa_handler == SIG_IGN;
}

static void outlived(int number) { (void)number; }

void overtile_process_outlive_pipes(void) {
  if (!is_ignored(SIGPIPE)) signal(SIGPIPE, outlived);
}

// The end of the watch's pipe that is written to, or -1.
static volatile int watched = -1;

static void tell(unsigned char what) {
  int error = errno;
  while (watched >= 0 && write(watched, &what, 1) < 0 && errno == EINTR) {}
  errno = error;
}

int overtile_watch_open(void) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  // A handler must never wait for a full pipe.
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  watched = ends[1];
  return ends[0];
}

static void heard(int number) { tell((unsigned char)number); }

void overtile_watch_signal(int number, int unless_ignored) {
  if (!unless_ignored || !is_ignored(number)) signal(number, heard);
}

void overtile_watch_forget(int number, int unless_ignored) {
  if (!unless_ignored || !is_ignored(number)) signal(number, number == SIGPIPE ? outlived : SIG_DFL);
}

void overtile_watch_close(void) {
  tell(OVERTILE_WATCH_OVER);
  // The descriptor stays open: a handler may be about to write to it, and must not find another file there.
  watched = -1;
}

const char *overtile_process_commit(void) { return OVERTILE_COMMIT; }
