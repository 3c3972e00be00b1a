// Timed loops around Pinocchio's algorithms; results are copied out once, after the loop.
#include "pinocchio_chain.hpp"
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <chrono>
#include <cstddef>
#include <memory>

namespace {
pinocchio::Model model;
std::unique_ptr<pinocchio::Data> data;
using Vector = Eigen::VectorXd;

Eigen::Map<const Vector> row(const double *at, std::size_t i)
{
    return Eigen::Map<const Vector>(at + i * static_cast<std::size_t>(model.nv), model.nv);
}

template <class Call>
double timed(std::size_t rounds, std::size_t states, Call call)
{
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < states; ++i) call(i);
    const auto end = std::chrono::steady_clock::now();
    return std::chrono::duration<double, std::nano>(end - begin).count();
}

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
Eigen::Matrix<double, 6, Eigen::Dynamic> J;

void jacobian(std::size_t i, const double *const *in)
{
    pinocchio::computeFrameJacobian(model, *data, row(in[0], i), static_cast<pinocchio::FrameIndex>(model.nframes - 1),
                                    pinocchio::LOCAL_WORLD_ALIGNED, J);
}

void write_mass_matrix(double *to)
{
    Eigen::Map<RowMajor> M(to, model.nv, model.nv);
    M = data->M;
    M.triangularView<Eigen::StrictlyLower>() = M.transpose().triangularView<Eigen::StrictlyLower>();
}
} // namespace

extern "C" {
void setup(const char *path)
{
    model = read_chain(path);
    data = std::make_unique<pinocchio::Data>(model);
    J.setZero(6, model.nv);
}

double time_inverse_dynamics(std::size_t rounds, std::size_t states, const double *const *in, double *const *out)
{
    const double ns = timed(rounds, states, [&](std::size_t i) {
        pinocchio::rnea(model, *data, row(in[0], i), row(in[1], i), row(in[2], i));
    });
    Eigen::Map<Vector>(out[0], model.nv) = data->tau;
    return ns;
}

double time_gravity(std::size_t rounds, std::size_t states, const double *const *in, double *const *out)
{
    const double ns = timed(rounds, states, [&](std::size_t i) {
        pinocchio::computeGeneralizedGravity(model, *data, row(in[0], i));
    });
    Eigen::Map<Vector>(out[0], model.nv) = data->g;
    return ns;
}

double time_mass_matrix(std::size_t rounds, std::size_t states, const double *const *in, double *const *out)
{
    const double ns = timed(rounds, states, [&](std::size_t i) { pinocchio::crba(model, *data, row(in[0], i)); });
    write_mass_matrix(out[0]);
    return ns;
}

double time_forward_dynamics(std::size_t rounds, std::size_t states, const double *const *in, double *const *out)
{
    const double ns = timed(rounds, states, [&](std::size_t i) {
        pinocchio::aba(model, *data, row(in[0], i), row(in[1], i), row(in[2], i));
    });
    Eigen::Map<Vector>(out[0], model.nv) = data->ddq;
    return ns;
}

double time_regressor_full(std::size_t rounds, std::size_t states, const double *const *in, double *const *out)
{
    const double ns = timed(rounds, states, [&](std::size_t i) {
        pinocchio::computeJointTorqueRegressor(model, *data, row(in[0], i), row(in[1], i), row(in[2], i));
    });
    Eigen::Map<RowMajor>(out[0], model.nv, 10 * model.nv) = data->jointTorqueRegressor;
    return ns;
}

double time_coriolis_matrix(std::size_t rounds, std::size_t states, const double *const *in, double *const *out)
{
    const double ns = timed(rounds, states, [&](std::size_t i) {
        pinocchio::computeCoriolisMatrix(model, *data, row(in[0], i), row(in[1], i));
    });
    Eigen::Map<RowMajor>(out[0], model.nv, model.nv) = data->C;
    return ns;
}

double time_jacobian(std::size_t rounds, std::size_t states, const double *const *in, double *const *out)
{
    const double ns = timed(rounds, states, [&](std::size_t i) { jacobian(i, in); });
    Eigen::Map<RowMajor>(out[0], 6, model.nv) = J;
    return ns;
}

double time_torque_derivatives(std::size_t rounds, std::size_t states, const double *const *in, double *const *out)
{
    const double ns = timed(rounds, states, [&](std::size_t i) {
        pinocchio::computeRNEADerivatives(model, *data, row(in[0], i), row(in[1], i), row(in[2], i));
    });
    Eigen::Map<RowMajor>(out[0], model.nv, model.nv) = data->dtau_dq;
    Eigen::Map<RowMajor>(out[1], model.nv, model.nv) = data->dtau_dv;
    return ns;
}

double time_dynamics_all(std::size_t rounds, std::size_t states, const double *const *in, double *const *out)
{
    const double ns = timed(rounds, states, [&](std::size_t i) {
        pinocchio::rnea(model, *data, row(in[0], i), row(in[1], i), row(in[2], i));
        pinocchio::crba(model, *data, row(in[0], i));
        pinocchio::computeGeneralizedGravity(model, *data, row(in[0], i));
        jacobian(i, in);
    });
    Eigen::Map<Vector>(out[0], model.nv) = data->tau;
    write_mass_matrix(out[1]);
    Eigen::Map<Vector>(out[2], model.nv) = data->g;
    Eigen::Map<RowMajor>(out[3], 6, model.nv) = J;
    return ns;
}
}
