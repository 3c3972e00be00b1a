/*
 * The closed loop in time, compiled: sample, act, let the plant move on.
 *
 * Of the plant it takes the kernels inverse_dynamics_friction and mass_matrix, of the controller init and step. Their names come as macros:
 * PLANT_N joints, PLANT_TORQUE, PLANT_MASS, FLEXIBLE (whether springs are between motors and joints), LAW (the controller's struct), LAW_STEP, LAW_U estimates that move.
 *
 * The plant's linearly implicit step, of order one, is extrapolated from 1, 2, 3 … of them to order eight at most. The last two
 * columns of a row of the table differ by the error that the step length is controlled by; a row that is good enough is the last.
 */
#include "plant.c"

#define COLUMNS 8
#define FEWEST 2
#define MOST_STEPS 200000 /* of the integrator in one piece of time */
#define LARGEST_ESTIMATE 1e12

enum { DONE, LEFT, NO_NUMBER, ESTIMATES_LEFT, GAVE_UP, ENDLESS };

/* The error of a row of the table over what is allowed; what is no number is not below anything. */
static double share_of_allowed(const closed_loop_plant *plant, const double *x, const double *best, const double *before)
{
    double error = 0;
    for (int i = 0; i < STATE; i++) {
        const double size = fabs(x[i]) > fabs(best[i]) ? fabs(x[i]) : fabs(best[i]);
        const double share = fabs(best[i] - before[i]) / (plant->atol + plant->rtol * size);
        error = share > error || !(share == share) ? share : error;
    }
    return error;
}

/*
 * An extrapolated step of length H from x = (q, v) to next; returns how many columns of the table that took, 0 where numbers
 * end, and puts their errors over what is allowed into `error`. It ends where it is good enough, at least one column before
 * the `wanted` one. All rows begin at x: its forces and its mass matrix are computed once.
 */
static int extrapolated_step(const closed_loop_plant *plant, const double *pi, const double *tau, double H,
    const double *x, double *next, int wanted, double *error)
{
    double T[COLUMNS][STATE], before[STATE];
    int columns = 0;
    forces first, acting;
    dynamics(plant, pi, x, tau, &first);
    for (int j = 0; j < COLUMNS; j++) {
        const double h = H / (j + 1);
        memcpy(T[j], x, sizeof T[j]);
        for (int m = 0; m <= j; m++) {
            if (m > 0) {
                dynamics(plant, pi, T[j], tau, &acting);
            }
            if (!euler_step(plant, m == 0 ? &first : &acting, h, T[j])) {
                return 0;
            }
        }
        /* Neville's scheme in place: T[k] holds column j - k of this row once it is passed */
        for (int k = j - 1; k >= 0; k--) {
            const double weight = (double)(k + 1) / (double)(j - k); /* 1 / (n_j / n_k - 1) */
            for (int i = 0; i < STATE; i++) {
                const double newer = T[k + 1][i];
                before[i] = newer;
                T[k][i] = newer + (newer - T[k][i]) * weight;
            }
        }
        columns = j + 1;
        error[columns] = columns < FEWEST ? HUGE_VAL : share_of_allowed(plant, x, T[0], before);
        if (!(error[columns] == error[columns])) {
            return 0;
        }
        if (error[columns] <= 1 && columns >= wanted - 1) {
            break;
        }
    }
    memcpy(next, T[0], sizeof T[0]);
    return columns;
}

/* How much longer a step of so many columns could be, given its error over what is allowed. */
static double lengthened(double error, int columns)
{
    const double by = error > 1e-6 ? 0.85 * pow(error, -1.0 / columns) : 5;
    return by > 5 ? 5 : by < 0.1 ? 0.1 : by;
}

/*
 * The length of the next step and its columns: those that cost least for the way they go, which no step of this piece of
 * time makes longer than `span`. A column that was not tried is tried where more columns did pay.
 */
static double next_step(double h, double span, int columns, const double *error, int *wanted)
{
    static const double work[COLUMNS + 1] = {0, 1, 3, 6, 10, 15, 21, 28, 36}; /* forces, mass matrices and factorings up to a column */
    double best = 0, best_pace = 0, pace[COLUMNS + 1] = {0};
    for (int k = FEWEST; k <= columns; k++) {
        const double length = h * lengthened(error[k], k);
        pace[k] = (length < span ? length : span) / work[k];
        if (pace[k] > best_pace) {
            best_pace = pace[k];
            best = length;
            *wanted = k;
        }
    }
    if (*wanted == columns && columns < COLUMNS && best < span && pace[columns] > 1.1 * pace[columns - 1]) {
        *wanted = columns + 1;
        best *= work[columns + 1] / work[columns];
    }
    return best;
}

static int runge_kutta(const closed_loop_plant *plant, const double *pi, const double *tau, double h, double *x)
{
    static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1}, nothing[PLANT_N];
    double rate[STATE] = {0}, sum[STATE] = {0}, here[STATE];
    forces acting;
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < STATE; i++) {
            here[i] = x[i] + at[stage] * h * rate[i];
        }
        dynamics(plant, pi, here, tau, &acting);
        if (!solve(acting.M, nothing, acting.joint)) {
            return NO_NUMBER;
        }
        memcpy(rate, here + PLANT_N, PLANT_N * sizeof *rate);
        memcpy(rate + PLANT_N, acting.joint, sizeof acting.joint);
#if FLEXIBLE
        for (int i = 0; i < PLANT_N; i++) {
            const int soft = plant->stiffness[i] > 0;
            rate[2 * PLANT_N + i] = soft ? here[3 * PLANT_N + i] : 0;
            rate[3 * PLANT_N + i] = soft ? acting.motor[i] / plant->rotor[i] : 0;
        }
#endif
        for (int i = 0; i < STATE; i++) {
            sum[i] += weight[stage] * rate[i];
        }
    }
    for (int i = 0; i < STATE; i++) {
        x[i] += h / 6 * sum[i];
    }
    return DONE;
}

/* Let the plant move for a time under a held torque. */
static int move(const closed_loop_plant *plant, const double *pi, const double *tau, double span, double *x,
    double *step, int *wanted, long *steps)
{
    double gone = 0;
    if (plant->substeps > 0) {
        for (int m = 0; m < plant->substeps; m++) {
            if (runge_kutta(plant, pi, tau, span / plant->substeps, x) != DONE) {
                return NO_NUMBER;
            }
        }
        *steps += plant->substeps;
        return DONE;
    }
    for (long m = 0; m < MOST_STEPS; m++) {
        double next[STATE], error[COLUMNS + 1];
        const int last = *step >= span - gone;
        const double h = last ? span - gone : *step;
        const int columns = extrapolated_step(plant, pi, tau, h, x, next, *wanted, error);
        ++*steps;
        if (!columns) {
            *step = h / 10;
            if (*step < 1e-12 * span) {
                return NO_NUMBER;
            }
            continue;
        }
        const double longer = next_step(h, span, columns, error, wanted);
        if (error[columns] <= 1) {
            memcpy(x, next, sizeof next);
            gone += h;
            if (last) {
                *step = longer < h || longer > *step ? longer : *step;
                return DONE;
            }
        }
        *step = longer;
        if (*step < 1e-12 * span) {
            return ENDLESS;
        }
    }
    return ENDLESS;
}

static int finite_all(const double *values, int count)
{
    for (int i = 0; i < count; i++) {
        if (!(fabs(values[i]) < HUGE_VAL)) {
            return 0;
        }
    }
    return 1;
}

/* What acts on the plant: the torque within its limits, times and plus what disturbs. */
static void act(const closed_loop_run *run, long piece, const double *tau, double *acting)
{
    for (int i = 0; i < PLANT_N; i++) {
        const double limit = run->limits[i];
        acting[i] = tau[i] > limit ? limit : tau[i] < -limit ? -limit : tau[i];
        acting[i] = acting[i] * run->times[piece * PLANT_N + i] + run->plus[piece * PLANT_N + i];
    }
}

int closed_loop(LAW *controller, const closed_loop_plant *plant, const closed_loop_run *run, double *x,
    closed_loop_rows *rows)
{
    double tau[PLANT_N] = {0}, held[PLANT_N] = {0}, acting[PLANT_N], seen[2 * PLANT_N];
    double step = run->period, since = 0;
    int code = DONE, wanted = COLUMNS;
    rows->count = 0;
    rows->steps = 0;
    for (long k = 0; k < run->samples && code == DONE; k++) {
        const double *q_d = run->q_d + k * PLANT_N, *qd_d = run->qd_d + k * PLANT_N, *qdd_d = run->qdd_d + k * PLANT_N;
        const int last = k == run->samples - 1;
        since += run->period;
#if LAW_U > 0
        double theta[LAW_U];
        memcpy(theta, controller->theta, sizeof theta);
        for (int j = 0; j < LAW_U; j++) {
            code = fabs(theta[j]) < LARGEST_ESTIMATE ? code : ESTIMATES_LEFT;
        }
#endif
        for (int i = 0; i < PLANT_N && code == DONE; i++) {
            code = fabs(x[i] - q_d[i]) > run->divergence ? LEFT : DONE;
        }
        memcpy(held, tau, sizeof tau);
        if (code == DONE && !(run->lost && run->lost[k])) {
            for (int i = 0; i < 2 * PLANT_N; i++) {
                seen[i] = x[i];
#if FLEXIBLE
                if (plant->motor_side && plant->stiffness[i % PLANT_N] > 0) {
                    seen[i] = x[2 * PLANT_N + i];
                }
#endif
                seen[i] += run->noise ? run->noise[k * 2 * PLANT_N + i] : 0;
                if (i < PLANT_N && run->quantum[i] > 0) {
                    seen[i] = floor(seen[i] / run->quantum[i] + 0.5) * run->quantum[i];
                }
            }
            const int said = LAW_STEP(controller, since, seen, seen + PLANT_N, q_d, qd_d, qdd_d, tau);
            since = 0;
            code = said < run->codes && run->final[said] ? GAVE_UP : DONE;
            if (code == GAVE_UP) {
                rows->said = said;
                memcpy(tau, held, sizeof tau);
            }
            code = finite_all(tau, PLANT_N) ? code : NO_NUMBER;
        }
        const double *applied = run->delay ? held : tau;
        act(run, run->first[k], applied, acting);
        if (k % run->stride == 0 || last || code != DONE) {
            const long row = rows->count++;
            rows->at[row] = k;
            memcpy(rows->x + row * 2 * PLANT_N, x, 2 * PLANT_N * sizeof *x);
            memcpy(rows->tau + row * PLANT_N, tau, sizeof tau);
            memcpy(rows->asked + row * PLANT_N, code == DONE ? controller->tau_asked : tau, sizeof tau);
            memcpy(rows->applied + row * PLANT_N, acting, sizeof acting);
#if LAW_U > 0
            memcpy(rows->theta + row * LAW_U, theta, sizeof theta);
#endif
        }
        for (long piece = run->first[k]; !last && code == DONE && piece < run->first[k + 1]; piece++) {
            act(run, piece, applied, acting);
            code = move(plant, plant->pi + run->phase[piece] * PLANT_K, acting, run->span[piece], x, &step, &wanted,
                &rows->steps);
            code = code == DONE && !finite_all(x, STATE) ? NO_NUMBER : code;
        }
    }
    return code;
}
