/*
 * One sample that is finite and no motion, of every size, in every place, at the first step and later: the steps behind it
 * are good, and have to be taken. NAME, N, SCALAR and POWERS (of ten that a SCALAR has) are defined by whoever compiles this,
 * THETA where there are parameters, BOUNDS where estimates have them, INTEGRAL (a gain) where there is one, FINAL for a code with
 * which a controller has given up for good.
 * wild_steps() returns how many good steps were refused.
 */
#include <string.h>

#define JOINED(a, b) a##b
#define OF(a, b) JOINED(a, b)

enum { PLACES = 6, BEFORE = 20, BEHIND = 40 };

static int of_steps[3]; /* wild ones that were taken, wild ones that were refused, torques after a refusal that are another */

static int starts(NAME *controller, int velocity, int open)
{
    OF(NAME, _gains) gains = OF(NAME, _default_gains);
    gains.velocity = velocity;
#ifdef INTEGRAL
    for (int i = 0; i < N; ++i) {
        gains.INTEGRAL[i] = (SCALAR)3;
    }
#endif
#ifdef BOUNDS
    for (int j = 0; j < THETA && open; ++j) { /* bounds that bind nothing */
        gains.theta_min[j] = -(SCALAR)HUGE_POWER;
        gains.theta_max[j] = (SCALAR)HUGE_POWER;
    }
#endif
    (void)open;
#ifdef THETA
    return OF(NAME, _init)(controller, &gains, OF(NAME, _theta)) == 0;
#else
    return OF(NAME, _init)(controller, &gains) == 0;
#endif
}

/* A step of a slow motion, at the k-th sample; a wild one has a number in one place that is none of a motion's. */
static int takes(NAME *controller, int k, int place, SCALAR wild)
{
    static SCALAR last[N];
    SCALAR input[5][N], tau[N];
    for (int i = 0; i < N; ++i) {
        const SCALAR t = (SCALAR)0.001 * (SCALAR)k;
        const SCALAR q = (SCALAR)0.1 * (SCALAR)(i + 1) + (SCALAR)0.5 * t - t * t, qd = (SCALAR)0.5 - (SCALAR)2 * t;
        input[0][i] = q + (SCALAR)0.001;
        input[1][i] = qd;
        input[2][i] = q;
        input[3][i] = qd;
        input[4][i] = (SCALAR)-2;
    }
    for (int m = 0; m < 5; ++m) {
        if (place == m || place == 5) { /* one of five, or all of them */
            input[m][m % N] = wild;
        }
    }
    const int code = OF(NAME, _step)(controller, (SCALAR)0.001, input[0], input[1], input[2], input[3], input[4], tau);
    of_steps[2] += code == 2 && k > 1 && memcmp(last, tau, sizeof tau) != 0;
    memcpy(last, tau, sizeof tau);
    return code;
}

static int is_taken(int code)
{
#ifdef FINAL
    return code == 0 || code == FINAL;
#else
    return code == 0;
#endif
}

int wild_steps(void)
{
    static NAME controller;
    int refused = 0;
    for (int kind = 0; kind < 4 * PLACES; ++kind) {
        SCALAR wild = 1;
        for (int power = 0; power < POWERS; ++power) {
            wild *= (SCALAR)10;
            for (int first = 0; first < 2; ++first) {
                if (!starts(&controller, kind % 2, kind / 2 % 2)) {
                    return -1;
                }
                for (int k = 1; k <= BEFORE + BEHIND; ++k) {
                    const int is_wild = k == (first ? 1 : BEFORE);
                    const SCALAR size = power % 2 ? -wild : wild;
                    const int code = takes(&controller, k, is_wild ? kind / 4 : -1, size);
                    of_steps[code != 0] += is_wild;
                    refused += !is_wild && !is_taken(code);
                }
            }
        }
    }
    return refused;
}
