#include <stddef.h>
#include <stdint.h>

/* A Python callable for a function of `inputs` + `outputs` arrays of a type; the caller owns it, NULL if there is none. */
void *symdyn_caller(uintptr_t function, uintptr_t type, size_t inputs, size_t outputs, const size_t *entries, char scalar);
