/*
 * The plant: what accelerates it, and a step of it that takes stiff friction and stiff springs. The names of its kernels come as
 * macros, see closed_loop.c.
 *
 * Friction of light joints is stiff: fc / (v M) is 500,000 1/s for a wrist. So the plant moves by the linearly implicit Euler
 * step, with the slope of friction alone for a Jacobian,
 *
 *     (M(q) + h D) dv = h (tau - C qd - g - friction),    q += h (v + dv),    D = diag(slope of friction at v)
 *
 * which is a step of order one whatever D is.
 */
#include <math.h>
#include <string.h>

#if FLEXIBLE
#define STATE (4 * PLANT_N) /* q, v, and of the motors theta, theta_dot */
#else
#define STATE (2 * PLANT_N) /* q, v */
#endif

/* Friction per unit of Coulomb's at a rate, and its slope where that is not negative. */
static double dry_friction(const closed_loop_plant *plant, double rate, double *slope)
{
    const double smooth = tanh(rate / plant->friction_speed);
    double value = smooth, rise = (1 - smooth * smooth) / plant->friction_speed;
    if (plant->stiction > 1) {
        const double x = rate / plant->stiction_speed, more = (plant->stiction - 1) * exp(-x * x);
        rise = rise * (1 + more) - smooth * more * 2 * x / plant->stiction_speed;
        value *= 1 + more;
    }
    *slope = rise > 0 ? rise : 0;
    return value;
}

/* What accelerates joints, and motors behind springs; the mass matrix, and the slope of friction. */
typedef struct {
    double joint[PLANT_N];
    double M[PLANT_N * PLANT_N];
    double slope[PLANT_N];
#if FLEXIBLE
    double motor[PLANT_N];
#endif
} forces;

static void dynamics(const closed_loop_plant *plant, const double *pi, const double *x, const double *tau, forces *found)
{
    static const double still[PLANT_N];
    const double *q = x, *v = x + PLANT_N;
    double sign[PLANT_N];
#if FLEXIBLE
    const double *theta = x + 2 * PLANT_N, *theta_dot = x + 3 * PLANT_N;
    double rubbing[PLANT_N], spring[PLANT_N];
    for (int i = 0; i < PLANT_N; i++) {
        const int soft = plant->stiffness[i] > 0;
        const double rate = soft ? theta_dot[i] : v[i], dry = dry_friction(plant, rate, &found->slope[i]);
        found->slope[i] = plant->viscous[i] + plant->coulomb[i] * found->slope[i];
        rubbing[i] = soft ? 0 : rate;
        sign[i] = soft ? 0 : dry;
        spring[i] = soft ? plant->stiffness[i] * (theta[i] - q[i]) + plant->damping[i] * (theta_dot[i] - v[i]) : tau[i];
        found->motor[i] = soft ? tau[i] - spring[i] - plant->viscous[i] * rate - plant->coulomb[i] * dry : 0;
    }
    tau = spring;
#else
    const double *rubbing = v;
    for (int i = 0; i < PLANT_N; i++) {
        sign[i] = dry_friction(plant, v[i], &found->slope[i]);
        found->slope[i] = plant->viscous[i] + plant->coulomb[i] * found->slope[i];
    }
#endif
    PLANT_TORQUE(q, v, still, rubbing, sign, pi, found->joint);
    PLANT_MASS(q, pi, found->M);
    for (int i = 0; i < PLANT_N; i++) {
        found->joint[i] = tau[i] - found->joint[i];
#if FLEXIBLE
        found->M[i * PLANT_N + i] -= plant->within[i];
#endif
    }
}

/*
 * Solve (M + D) x = b in place, D diagonal; 0 if that is no mass matrix. L D L' without roots: a division for every joint is all that
 * waits. Of arms the loops are written out, so that the compiler knows every index.
 */
#if defined(__GNUC__) && PLANT_N <= 8
#define WRITTEN_OUT _Pragma("GCC unroll 8")
#else
#define WRITTEN_OUT
#endif
#if defined(__GNUC__) /* within its callers: what it finds stays in registers, where the next statement takes it */
#define WITHIN inline __attribute__((always_inline))
#else
#define WITHIN inline
#endif

static WITHIN int solve(const double *M, const double *D, double *x)
{
    double L[PLANT_N][PLANT_N], reciprocal[PLANT_N];
    double least = HUGE_VAL;
    WRITTEN_OUT
    for (int i = 0; i < PLANT_N; i++) {
        WRITTEN_OUT
        for (int j = 0; j <= i; j++) {
            L[i][j] = M[i * PLANT_N + j];
        }
        L[i][i] += D[i];
    }
    WRITTEN_OUT
    for (int k = 0; k < PLANT_N; k++) {
        least = L[k][k] < least || !(L[k][k] == L[k][k]) ? L[k][k] : least;
        reciprocal[k] = 1 / L[k][k];
        WRITTEN_OUT
        for (int i = k + 1; i < PLANT_N; i++) {
            const double share = L[i][k] * reciprocal[k];
            WRITTEN_OUT
            for (int j = k + 1; j <= i; j++) {
                L[i][j] -= share * L[j][k];
            }
            x[i] -= share * x[k];
        }
    }
    WRITTEN_OUT
    for (int k = PLANT_N - 1; k >= 0; k--) { /* put in everywhere at once, so that each waits for the last one alone */
        x[k] *= reciprocal[k];
        WRITTEN_OUT
        for (int i = 0; i < k; i++) {
            x[i] -= L[k][i] * x[k];
        }
    }
    return least > 0;
}

/*
 * A linearly implicit Euler step of length h: of joints (M + h D) dv = h force. Where a spring of stiffness k and damping d
 * is between joint and motor, its slopes are in the matrix too, with a = h d + h^2 k on both sides and -a between them, and
 * its force is that at q + h v; the motor's row is eliminated. 0 if there is no mass matrix.
 */
static int euler_step(const closed_loop_plant *plant, const forces *acting, double h, double *x)
{
    double *q = x, *v = x + PLANT_N, rate[PLANT_N], D[PLANT_N];
    memcpy(rate, acting->joint, sizeof rate);
    for (int i = 0; i < PLANT_N; i++) {
        D[i] = h * acting->slope[i];
    }
#if FLEXIBLE
    double *theta = x + 2 * PLANT_N, *theta_dot = x + 3 * PLANT_N, motor[PLANT_N], share[PLANT_N], own[PLANT_N];
    for (int i = 0; i < PLANT_N; i++) {
        const double k = plant->stiffness[i];
        if (k > 0) {
            const double a = h * plant->damping[i] + h * h * k, ahead = h * k * (theta_dot[i] - v[i]);
            own[i] = plant->rotor[i] + D[i] + a;
            share[i] = a / own[i];
            motor[i] = acting->motor[i] - ahead;
            rate[i] += ahead + share[i] * motor[i];
            D[i] = a - a * share[i];
        }
    }
#else
    (void)plant;
#endif
    if (!solve(acting->M, D, rate)) {
        return 0;
    }
    for (int i = 0; i < PLANT_N; i++) {
        v[i] += h * rate[i];
        q[i] += h * v[i];
#if FLEXIBLE
        if (plant->stiffness[i] > 0) {
            theta_dot[i] += h * (motor[i] / own[i] + share[i] * rate[i]);
            theta[i] += h * theta_dot[i];
        }
#endif
    }
    return 1;
}
