// Timed loops around Pinocchio's algorithms; results are copied out once, after the loop.
#include "pinocchio_chain.hpp"
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea.hpp>
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
} // namespace

extern "C" {
void setup(const char *path)
{
    model = read_chain(path);
    data = std::make_unique<pinocchio::Data>(model);
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
    Eigen::Map<RowMajor> M(out[0], model.nv, model.nv);
    M = data->M;
    M.triangularView<Eigen::StrictlyLower>() = M.transpose().triangularView<Eigen::StrictlyLower>();
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
}
