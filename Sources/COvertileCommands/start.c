#define _GNU_SOURCE
#include "COvertileCommands.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// Between fork(2) and execve(2) a child of a process with threads may only do what a signal's handler may. Libraries do
// not keep to that: PROJ has its databases closed in every child of fork(2), which waits forever if another thread was
// in one of them. On Linux vfork(2) calls nothing of theirs; the child borrows our memory until it is the program, so it
// changes nothing but its own frames.
#if defined(__linux__)
#define START_PROCESS vfork
#else
#define START_PROCESS fork
#endif

// The child's own numbers: those above are closed.
static const int report_number = 3;

static void close_above(int last) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, last + 1, ~0u, 0) == 0) return;
#endif
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0 || most > 1 << 20) most = 1 << 20;
  for (int number = last + 1; number < most; number++) close(number);
}

static void forget_signals(void) {
  struct sigaction action;
  action.sa_handler = SIG_DFL;
  action.sa_flags = 0;
  sigemptyset(&action.sa_mask);
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, 0);
  sigprocmask(SIG_SETMASK, &action.sa_mask, 0);
}

static void end_with_parent(pid_t parent) {
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
#else
  (void)parent;
#endif
}

struct failure {
  int what;
  int error;
};

static _Noreturn void fail(int report, int what) {
  struct failure failure = {what, errno};
  ssize_t ignored = write(report, &failure, sizeof failure);
  (void)ignored;
  _exit(127);
}

static __attribute__((noinline)) _Noreturn void become(
    const char *program, char *const arguments[], char *const environment[], const char *folder, const int ends[6],
    pid_t parent) {
  int report = ends[5];
  setpgid(0, 0);
  end_with_parent(parent);
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(ends[1], 1) < 0 || dup2(ends[3], 2) < 0 ||
      dup2(report, report_number) < 0 || fcntl(report_number, F_SETFD, FD_CLOEXEC) < 0)
    fail(report, OVERTILE_COMMAND_PIPES);
  report = report_number;
  close_above(report);
  if (chdir(folder) != 0) fail(report, OVERTILE_COMMAND_FOLDER);
  forget_signals();
  execve(program, arguments, environment);
  fail(report, OVERTILE_COMMAND_PROGRAM);
}

// A pipe whose ends are none of the numbers that a child uses, and that no other child gets.
static int make_pipe(int ends[2]) {
  int made[2];
  if (pipe(made) != 0) return -1;
  for (int end = 0; end < 2; end++) ends[end] = fcntl(made[end], F_DUPFD_CLOEXEC, 10);
  int error = errno;
  for (int end = 0; end < 2; end++) close(made[end]);
  errno = error;
  return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

static void close_all(int ends[6]) {
  for (int end = 0; end < 6; end++) {
    if (ends[end] >= 0) close(ends[end]);
    ends[end] = -1;
  }
}

// The child's message before it has become the program; 0 if it has.
static int told(int report, int *failed) {
  struct failure failure;
  ssize_t count;
  do count = read(report, &failure, sizeof failure);
  while (count < 0 && errno == EINTR);
  if (count != sizeof failure) return 0;
  *failed = failure.what;
  return failure.error;
}

int overtile_command_start(
    const char *program, char *const arguments[], char *const environment[], const char *folder,
    struct overtile_command *started, int *failed) {
  int ends[6] = {-1, -1, -1, -1, -1, -1};
  for (int pipe = 0; pipe < 3; pipe++) {
    if (make_pipe(ends + 2 * pipe) == 0) continue;
    int error = errno;
    close_all(ends);
    *failed = OVERTILE_COMMAND_PIPES;
    return error;
  }
  pid_t parent = getpid();
  // No handler of ours may run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = START_PROCESS();
  int error = errno;
  if (process == 0) become(program, arguments, environment, folder, ends, parent);
  if (process > 0) setpgid(process, process);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  close(ends[1]);
  close(ends[3]);
  close(ends[5]);
  ends[1] = ends[3] = ends[5] = -1;
  if (process < 0) {
    *failed = OVERTILE_COMMAND_FORK;
  } else {
    error = told(ends[4], failed);
    if (error != 0) overtile_command_reap(process);
  }
  if (error != 0 || process < 0) {
    close_all(ends);
    return error;
  }
  close(ends[4]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  fcntl(ends[2], F_SETFL, O_NONBLOCK);
  started->process = process;
  started->output = ends[0];
  started->errors = ends[2];
  return 0;
}
