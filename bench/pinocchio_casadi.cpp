// Run Pinocchio's algorithms on CasADi's expressions and save them: arguments are a chain's file and a folder.
#include <pinocchio/autodiff/casadi.hpp>
#include "pinocchio_chain.hpp"
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>

using SX = ::casadi::SX;
using Vector = Eigen::Matrix<SX, Eigen::Dynamic, 1>;

template <class Matrix>
SX expression(const Matrix &m)
{
    SX e = SX::zeros(m.rows(), m.cols());
    for (Eigen::Index i = 0; i < m.rows(); ++i)
        for (Eigen::Index j = 0; j < m.cols(); ++j) e(i, j) = m(i, j);
    return e;
}

int main(int, char **arguments)
{
    const pinocchio::ModelTpl<SX> model = read_chain(arguments[1]).cast<SX>();
    const std::string folder = std::string(arguments[2]) + "/";
    const int n = model.nv;
    auto symbols = [n](const char *name, SX &column) {
        column = SX::sym(name, n);
        Vector v(n);
        for (int i = 0; i < n; ++i) v[i] = column(i);
        return v;
    };
    SX q, v, a;
    const Vector eq = symbols("q", q), ev = symbols("v", v), ea = symbols("a", a);
    auto save = [&folder](const char *name, const std::vector<SX> &in, const SX &out) {
        ::casadi::Function(name, in, std::vector<SX>{out}).save(folder + name + ".casadi");
    };
    using Data = pinocchio::DataTpl<SX>;
    Data rnea(model), gravity(model), crba(model), aba(model), regressor(model), coriolis(model), slopes(model);
    pinocchio::rnea(model, rnea, eq, ev, ea);
    save("inverse_dynamics", {q, v, a}, expression(rnea.tau));
    pinocchio::computeGeneralizedGravity(model, gravity, eq);
    save("gravity", {q}, expression(gravity.g));
    pinocchio::crba(model, crba, eq);
    save("mass_matrix", {q}, expression(crba.M));
    pinocchio::aba(model, aba, eq, ev, ea);
    save("forward_dynamics", {q, v, a}, expression(aba.ddq));
    pinocchio::computeJointTorqueRegressor(model, regressor, eq, ev, ea);
    save("regressor", {q, v, a}, expression(regressor.jointTorqueRegressor));
    pinocchio::computeCoriolisMatrix(model, coriolis, eq, ev);
    save("coriolis_matrix", {q, v}, expression(coriolis.C));
    pinocchio::computeRNEADerivatives(model, slopes, eq, ev, ea);
    save("torque_by_q", {q, v, a}, expression(slopes.dtau_dq));
    save("torque_by_qd", {q, v, a}, expression(slopes.dtau_dv));
    Eigen::Matrix<SX, 6, Eigen::Dynamic> J(6, n);
    J.setZero();
    Data tip(model);
    pinocchio::computeFrameJacobian(model, tip, eq, static_cast<pinocchio::FrameIndex>(model.nframes - 1),
                                    pinocchio::LOCAL_WORLD_ALIGNED, J);
    save("jacobian", {q}, expression(J));
}
