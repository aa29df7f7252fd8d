#ifndef OVERTILE_CPROCESS_H
#define OVERTILE_CPROCESS_H

// Preparations that a program must make before Swift runs, steps that Swift cannot do in a signal's handler or
// without memory, and what only the build knows.

/// Opens those of the file descriptors 0, 1 and 2 that are closed, so that no file of ours ever becomes one of them.
/// Reading from or writing to them still fails.
void overtile_process_hold_streams(void);

/// Lets a write into a pipe that nobody reads fail (EPIPE) instead of ending the process. SIGPIPE stays ignored where it was.
void overtile_process_outlive_pipes(void);

/// The byte that the file descriptor of `overtile_watch_open` delivers when the watch is over; its other bytes are signals.
#define OVERTILE_WATCH_OVER 254

/// Opens the watch: from now on signals that are heard come out of the file descriptor, a byte each. Returns -1 with errno set where there is none.
int overtile_watch_open(void);

/// Has a signal come out of the watch. Where `unless_ignored` is not 0, a signal that the process ignores stays ignored.
void overtile_watch_signal(int number, int unless_ignored);

/// Restores the default action of a signal, unless it was left ignored.
void overtile_watch_forget(int number, int unless_ignored);

/// Ends the watch; its thread reads OVERTILE_WATCH_OVER, and may close the descriptor.
void overtile_watch_close(void);

/// The commit that the program was built from, or an empty text.
const char *overtile_process_commit(void);

#endif
