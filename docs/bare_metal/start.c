/*
 * Start-up of a Cortex-M4F under QEMU (machine mps2-an386): turns the floating-point unit on, runs the self-test that
 * symdyn generated, and hands its result to the host by semihosting. -DSELFTEST=<robot>_selftest names the function.
 */
#include <stdint.h>

int SELFTEST(void);
void reset(void);
extern uint32_t stack_top; /* from memory.ld */

#define FAULT 99u /* exit code when the processor faults; the self-test counts wrong kernels from 0 */

static void leave(uint32_t status)
{
    volatile uint32_t reason[2] = {0x20026u, status};  /* ADP_Stopped_ApplicationExit, exit code */
    register uint32_t operation __asm__("r0") = 0x20u; /* SYS_EXIT_EXTENDED */
    register volatile uint32_t *argument __asm__("r1") = reason;
    __asm__ volatile("bkpt 0xab" : : "r"(operation), "r"(argument) : "memory");
    for (;;) {
    }
}

static void fault(void)
{
    leave(FAULT);
}

void reset(void)
{
    *(volatile uint32_t *)0xE000ED88u |= 0xFu << 20; /* CPACR: full access to coprocessors 10 and 11, the FPU */
    __asm__ volatile("dsb\n\tisb");
    leave((uint32_t)SELFTEST());
}

__attribute__((section(".vectors"), used)) static const uintptr_t vectors[7] = {
    (uintptr_t)&stack_top, (uintptr_t)reset, (uintptr_t)fault, (uintptr_t)fault,
    (uintptr_t)fault,      (uintptr_t)fault, (uintptr_t)fault,
};
