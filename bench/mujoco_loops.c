/* Timed loops around MuJoCo's steps: what each kernel needs of its pipeline, and nothing else. */
#define _POSIX_C_SOURCE 199309L
#include <mujoco/mujoco.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

static mjModel *model;
static mjData *data;

int setup(const char *path, char *error, int size)
{
    model = mj_loadXML(path, NULL, error, size);
    if (model == NULL) return 0;
    data = mj_makeData(model);
    return data != NULL;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void set(mjtNum *to, const double *rows, size_t i)
{
    memcpy(to, rows + i * (size_t)model->nv, (size_t)model->nv * sizeof(double));
}

double time_inverse_dynamics(size_t rounds, size_t states, const double *const *in, double *const *out)
{
    const double begin = now();
    for (size_t round = 0; round < rounds; ++round)
        for (size_t i = 0; i < states; ++i) {
            set(data->qpos, in[0], i);
            set(data->qvel, in[1], i);
            set(data->qacc, in[2], i);
            mj_kinematics(model, data);
            mj_comPos(model, data);
            mj_comVel(model, data);
            mj_rne(model, data, 1, out[0]);
            for (int k = 0; k < model->nv; ++k) out[0][k] += model->dof_armature[k] * data->qacc[k];
        }
    return now() - begin;
}

double time_mass_matrix(size_t rounds, size_t states, const double *const *in, double *const *out)
{
    const double begin = now();
    for (size_t round = 0; round < rounds; ++round)
        for (size_t i = 0; i < states; ++i) {
            set(data->qpos, in[0], i);
            mj_kinematics(model, data);
            mj_comPos(model, data);
            mj_makeM(model, data);
        }
    const double ns = now() - begin;
    mj_fullM(model, data, out[0]);
    return ns;
}

double time_forward_dynamics(size_t rounds, size_t states, const double *const *in, double *const *out)
{
    const double begin = now();
    for (size_t round = 0; round < rounds; ++round)
        for (size_t i = 0; i < states; ++i) {
            set(data->qpos, in[0], i);
            set(data->qvel, in[1], i);
            set(data->qfrc_applied, in[2], i);
            mj_forward(model, data);
        }
    const double ns = now() - begin;
    memcpy(out[0], data->qacc, (size_t)model->nv * sizeof(double));
    return ns;
}
