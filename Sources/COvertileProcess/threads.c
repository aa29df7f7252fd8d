// pthread_create(3) of glibc, with one difference: if the caller does not accept an error, the process
// ends with words and a status. Dispatch, on which Swift's own threads and GRDB depend, tries again every second,
// forever.

#define _GNU_SOURCE
#include "COvertileProcess.h"
#include "COvertileThreads.h"
#include "shortage.h"

#if defined(OVERTILE_REPLACES_GLIBC)

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

typedef int start_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

__attribute__((visibility("default"))) int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *given) {
  static start_function *start;
  start_function *known = __atomic_load_n(&start, __ATOMIC_ACQUIRE);
  if (!known) {
    known = (start_function *)dlsym(RTLD_NEXT, "pthread_create");
    if (!known) return EAGAIN;
    __atomic_store_n(&start, known, __ATOMIC_RELEASE);
  }
  int error = known(thread, attributes, body, given);
  if (error && !overtile_thread_is_starting()) overtile_shortage_met(OVERTILE_SHORTAGE_OF_THREADS);
  return error;
}

#endif
