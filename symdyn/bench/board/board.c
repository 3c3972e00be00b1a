/*
 * A Cortex-M4F under QEMU (machine mps2-an386) that counts instructions.
 *
 * With -icount shift=6 every instruction takes 64 ns of virtual time. SysTick runs with the processor's clock of 25 MHz, a
 * tick in 40 ns: instructions are ticks * 5 / 8, to a tick. Nothing else runs, so the numbers are the same in every run.
 */
#include "board.h"

#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)
#define CPACR (*(volatile uint32_t *)0xE000ED88u)

void measure(void);
void reset(void);
extern uint32_t stack_top, data_from, data_begin, data_end, bss_begin, bss_end; /* from memory.ld */

static uint32_t seed = 1u;

static uint32_t host(uint32_t what, const void *with)
{
    register uint32_t operation __asm__("r0") = what;
    register const void *argument __asm__("r1") = with;
    __asm__ volatile("bkpt 0xab" : "+r"(operation) : "r"(argument) : "memory");
    return operation;
}

static void leave(uint32_t status)
{
    const uint32_t reason[2] = {0x20026u, status}; /* ADP_Stopped_ApplicationExit, exit code */
    (void)host(0x20u, reason);                     /* SYS_EXIT_EXTENDED */
    for (;;) {
    }
}

static void fault(void)
{
    leave(99u);
}

uint32_t ticks(void)
{
    return 0xFFFFFFu - SYST_CVR;
}

void report(const char *name, uint32_t most)
{
    char digits[14];
    int at = 12;
    digits[13] = 0;
    digits[12] = '\n';
    do {
        digits[--at] = (char)('0' + most % 10u);
        most /= 10u;
    } while (most > 0u);
    digits[--at] = ' ';
    (void)host(0x04u, name); /* SYS_WRITE0 */
    (void)host(0x04u, digits + at);
}

float next(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (float)(int32_t)seed / 2147483648.0f;
}

void fill(float *to, int count, float centre, float width)
{
    for (int i = 0; i < count; ++i) {
        to[i] = centre + width * next();
    }
}

void reset(void)
{
    CPACR |= 0xFu << 20; /* full access to coprocessors 10 and 11, the floating-point unit */
    __asm__ volatile("dsb\n\tisb");
    for (uint32_t *to = &data_begin, *from = &data_from; to < &data_end;) {
        *to++ = *from++;
    }
    for (uint32_t *to = &bss_begin; to < &bss_end;) {
        *to++ = 0u;
    }
    SYST_RVR = 0xFFFFFFu;
    SYST_CVR = 0u;
    SYST_CSR = 5u; /* on, with the processor's clock, without interrupts */
    measure();
    leave(0u);
}

__attribute__((section(".vectors"), used)) static const uintptr_t vectors[7] = {
    (uintptr_t)&stack_top, (uintptr_t)reset, (uintptr_t)fault, (uintptr_t)fault,
    (uintptr_t)fault,      (uintptr_t)fault, (uintptr_t)fault,
};
