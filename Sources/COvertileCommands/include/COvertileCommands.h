#ifndef OVERTILE_CCOMMANDS_H
#define OVERTILE_CCOMMANDS_H

#include <sys/types.h>

/// A command that was started: its process, which leads a process group of its own, and our ends of its pipes.
struct overtile_command {
  pid_t process;
  int output;
  int errors;
};

/// The step of starting a command that failed.
#define OVERTILE_COMMAND_PIPES 1
#define OVERTILE_COMMAND_FORK 2
#define OVERTILE_COMMAND_FOLDER 3
#define OVERTILE_COMMAND_PROGRAM 4

/// Starts a program without a shell, in a folder and in a process group of its own. Its standard input is /dev/null, its
/// standard output and error are pipes, and it has no other descriptor; signals have their ordinary meanings. On Linux it
/// is killed when the calling thread ends, however that happens.
///
/// It is not posix_spawn(3), which cannot ask for that last thing. Returns 0, or an error number, and then
/// what failed.
int overtile_command_start(
    const char *program, char *const arguments[], char *const environment[], const char *folder,
    struct overtile_command *started, int *failed);

/// The result of `overtile_command_status` for a process that still runs, and for one that is no longer a child of
/// ours.
#define OVERTILE_COMMAND_RUNS -1
#define OVERTILE_COMMAND_LOST -2

/// The exit status of a process that has ended, or 256 and the number of the signal that ended it. It keeps its number
/// until it is reaped.
int overtile_command_status(pid_t process);

/// Releases the number of a process that has ended.
void overtile_command_reap(pid_t process);

/// Sends a signal to the process group of a command.
void overtile_command_signal(pid_t process, int number);

#endif
