/*
 * Let a controller step through random motion, and write down all that it returns and holds; or time its steps.
 * `same_steps.py` compiles this with NAME, N, SCALAR and THETA of a controller, and with SAFEGUARDS, which sets gains.
 *
 * The desired motion is within 2 rad and 2 rad/s, errors within 1/64 of that: near enough for a law that stops where
 * they grow. Numbers have as many bits as their type, so that nothing is exact by chance and every rounding shows.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define JOINED(a, b) a##b
#define MEMBER(name, member) JOINED(name, member)
#define KEPT 256

static uint64_t state = 1;
static SCALAR q[KEPT][N], qd[KEPT][N], q_d[KEPT][N], qd_d[KEPT][N], qdd_d[KEPT][N];
static NAME controller;

static SCALAR drawn(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (SCALAR)((double)(int64_t)(state >> 11) / 2251799813685248.0 - 2.0);
}

static void draw(int k)
{
    for (int i = 0; i < N; ++i) {
        q_d[k][i] = drawn();
        qd_d[k][i] = drawn();
        qdd_d[k][i] = drawn();
        q[k][i] = q_d[k][i] + drawn() / 64;
        qd[k][i] = qd_d[k][i] + drawn() / 64;
    }
}

static int begin(int safeguarded)
{
    MEMBER(NAME, _gains) gains = MEMBER(NAME, _default_gains);
    if (safeguarded) {
        SAFEGUARDS
    }
    memset(&controller, 0, sizeof controller);
    return MEMBER(NAME, _init)(&controller, &gains THETA);
}

static int step(int k, SCALAR tau[N])
{
    return MEMBER(NAME, _step)(&controller, (SCALAR)0.001, q[k], qd[k], q_d[k], qd_d[k], qdd_d[k], tau);
}

int main(int count, char **arguments)
{
    int steps = 0;
    const char what = count == 3 ? arguments[2][0] : '?';
    SCALAR tau[N];
    if (count != 3 || sscanf(arguments[1], "%d", &steps) != 1 || begin(what == 's') != 0) return 2;
    if (what == 't') {
        for (int k = 0; k < KEPT; ++k) draw(k);
        const clock_t from = clock();
        for (int i = 0; i < steps; ++i) (void)step(i % KEPT, tau);
        printf("%.9g\n", (double)(clock() - from) / CLOCKS_PER_SEC / steps);
        return 0;
    }
    for (int i = 0; i < steps; ++i) {
        draw(0);
        const int32_t code = step(0, tau);
        fwrite(&code, sizeof code, 1, stdout);
        fwrite(tau, sizeof tau, 1, stdout);
        fwrite(&controller, sizeof controller, 1, stdout);
        if (code != 0 && begin(what == 's') != 0) return 2; /* a controller that gave up begins again */
    }
    return 0;
}
