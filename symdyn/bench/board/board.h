/* What generated calls use of the board. */
#include <stdint.h>

uint32_t ticks(void);                             /* of SysTick, counting up */
void report(const char *name, uint32_t most);     /* a line for the host */
float next(void);                                 /* a number from -1 to 1, the same in every run */
void fill(float *to, int count, float centre, float width);
