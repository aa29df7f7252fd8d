#ifndef OVERTILE_CTHREADS_H
#define OVERTILE_CTHREADS_H

/// Starts a detached thread with a stack of so many bytes that calls a function with an argument. Returns 0, or an
/// error number if the system cannot start a thread; source: pthread_create(3).
int overtile_thread_start(void (*body)(void *), void *given, unsigned long stack_bytes);

#endif
