/*
 * A controller given whatever comes: states of every size, NaN, infinities, lost periods, times that are none.
 * NAME, N, THETA, SCALAR and BITS (of SCALAR) are defined by whoever compiles this, STEPS too, ADAPTS where estimates move.
 * hostile_steps() returns how many steps left a torque or an estimate that must not be; numbers are judged by their bits, since
 * -ffast-math lets comparisons forget NaN.
 */
#include <stdint.h>
#include <string.h>

#define JOINED(a, b) a##b
#define OF(a, b) JOINED(a, b)

static uint64_t drawn = 88172645463325252u;
static int of_steps[4]; /* all, those that returned 0, those with a torque at its limit, those that were wrong */

static uint32_t draw(void)
{
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    drawn ^= drawn << 17;
    return (uint32_t)(drawn >> 16);
}

/* From -1 to 1 as a rule; now and then far beyond, or no number. */
static SCALAR any_number(uint32_t strange)
{
    static const SCALAR sizes[] = {(SCALAR)1e3, (SCALAR)1e10, (SCALAR)1e30, (SCALAR)1e-30, 0};
    const SCALAR ordinary = (SCALAR)((int32_t)(draw() & 0xffffu) - 0x8000) / (SCALAR)0x8000;
    if (strange == 0 || draw() % strange != 0) {
        return ordinary;
    }
    const uint32_t kind = draw() % 8u;
    if (kind < 5u) {
        return ordinary * sizes[kind];
    }
    const BITS exponent = sizeof(SCALAR) == 8 ? (BITS)0x7ffu << (sizeof(SCALAR) * 8 - 12) : (BITS)0xffu << 23;
    const BITS top = (BITS)1 << (sizeof(SCALAR) * 8 - 1);
    BITS bits = exponent | (kind == 5u ? 1u : 0u) | (kind == 6u ? top : 0u); /* NaN, minus infinity, infinity */
    SCALAR made;
    memcpy(&made, &bits, sizeof made);
    return made;
}

static int is_finite(SCALAR x)
{
    BITS bits;
    memcpy(&bits, &x, sizeof bits);
    const BITS exponent = sizeof(SCALAR) == 8 ? (BITS)0x7ffu << (sizeof(SCALAR) * 8 - 12) : (BITS)0xffu << 23;
    return (bits & exponent) != exponent;
}

static int is_within(SCALAR x, SCALAR low, SCALAR high)
{
    return is_finite(x) && (!is_finite(low) || x >= low) && (!is_finite(high) || x <= high);
}

int hostile_steps(void)
{
    static NAME controller;
    OF(NAME, _gains) gains = OF(NAME, _default_gains);
#ifdef THETA
    if (OF(NAME, _init)(&controller, &gains, OF(NAME, _theta)) != 0) {
        return -1;
    }
#else
    if (OF(NAME, _init)(&controller, &gains) != 0) {
        return -1;
    }
#endif
    for (long step = 0; step < STEPS; ++step) {
        const uint32_t strange = step % 3 == 0 ? 8u : 0u; /* two steps of three are ordinary: the law has to recover */
        SCALAR input[5][N], tau[N], dt = (SCALAR)0.001 * (SCALAR)(1u + draw() % 4u); /* lost periods */
        for (int k = 0; k < 5; ++k) {
            for (int i = 0; i < N; ++i) {
                input[k][i] = any_number(strange) * (SCALAR)3;
            }
        }
        for (int i = 0; i < N && step % 3 == 1; ++i) { /* near the desired motion, as it should be */
            input[2][i] = input[0][i] + input[2][i] / (SCALAR)64;
            input[3][i] = input[1][i] + input[3][i] / (SCALAR)64;
        }
        dt = draw() % 50u == 0 ? any_number(2) : dt;
        const int code = OF(NAME, _step)(&controller, dt, input[0], input[1], input[2], input[3], input[4], tau);
        int wrong = 0, limited = 0;
        for (int i = 0; i < N; ++i) {
            const SCALAR most = gains.tau_max[i];
            wrong |= !is_within(tau[i], -most, most) || !(most > 0);
            limited |= tau[i] == most || tau[i] == -most;
        }
#ifdef THETA
        for (int j = 0; j < THETA; ++j) {
#ifdef ADAPTS
            wrong |= !is_within(controller.theta[j], gains.theta_min[j], gains.theta_max[j]);
#else
            wrong |= !is_finite(controller.theta[j]);
#endif
        }
#endif
        of_steps[0] += 1;
        of_steps[1] += code == 0;
        of_steps[2] += limited;
        of_steps[3] += wrong;
    }
    return of_steps[3] > 250 ? 250 : of_steps[3];
}
