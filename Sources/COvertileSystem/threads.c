#include "COvertileThreads.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct work {
  void (*body)(void *);
  void *given;
};

static void *serve(void *given) {
  struct work work = *(struct work *)given;
  free(given);
  work.body(work.given);
  return 0;
}

int overtile_thread_start(void (*body)(void *), void *given, unsigned long stack_bytes) {
  pthread_attr_t attributes;
  struct work *work = malloc(sizeof *work);
  if (!work) return ENOMEM;
  work->body = body;
  work->given = given;
  int error = pthread_attr_init(&attributes);
  if (!error) {
    pthread_t thread;
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    error = pthread_create(&thread, &attributes, serve, work);
    pthread_attr_destroy(&attributes);
  }
  if (error) free(work);
  return error;
}
