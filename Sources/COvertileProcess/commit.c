#include "COvertileProcess.h"

const char *overtile_process_commit(void) { return OVERTILE_COMMIT; }
