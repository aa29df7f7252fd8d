#define _GNU_SOURCE
#include "COvertileCommands.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

int overtile_command_status(pid_t process) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  int code;
  do code = waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT);
  while (code != 0 && errno == EINTR);
  if (code != 0) return OVERTILE_COMMAND_LOST;
  if (info.si_pid != process) return OVERTILE_COMMAND_RUNS;
  return info.si_code == CLD_EXITED ? info.si_status : 256 + info.si_status;
}

void overtile_command_reap(pid_t process) {
  while (waitpid(process, 0, 0) < 0 && errno == EINTR) {
  }
}

void overtile_command_signal(pid_t process, int number) { kill(-process, number); }
