#include "COvertileProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

void overtile_process_hold_streams(void) {
  for (int number = 0; number <= 2; number++) {
    if (fcntl(number, F_GETFD) != -1 || errno != EBADF) continue;
    // Opened the wrong way around, so that reading and writing fail as they would on a closed one.
    int mode = number == 0 ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", mode) < 0) (void)open("/", O_RDONLY | O_DIRECTORY);
  }
}

static void outlived(int number) { (void)number; }

void overtile_process_outlive_pipes(void) {
  struct sigaction action;
  if (sigaction(SIGPIPE, 0, &action) == 0 && action.sa_handler == SIG_IGN) return;
  memset(&action, 0, sizeof action);
  action.sa_handler = outlived;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, 0);
}
