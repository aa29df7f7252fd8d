/* The state of a digest is in the caller's memory, so that no call can fail. Since OpenSSL 3.0 these functions are called
   deprecated, in favor of ones that allocate. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
