// Read a chain of joints about z, as bench/chain.py writes it, into a Pinocchio model; the tip is its last frame.
#pragma once
#include <pinocchio/multibody.hpp>
#include <fstream>
#include <string>

inline pinocchio::Model read_chain(const char *path)
{
    std::ifstream file(path);
    double count = 0;
    file >> count;
    auto numbers = [&file](int n) {
        Eigen::VectorXd v(n);
        for (int i = 0; i < n; ++i) file >> v[i];
        return v;
    };
    pinocchio::Model model;
    model.gravity.linear() = numbers(3);
    model.gravity.angular().setZero();
    pinocchio::JointIndex joint = 0;
    for (int i = 0; i < static_cast<int>(count); ++i) {
        const Eigen::VectorXd R = numbers(9), p = numbers(3), ten = numbers(10), rotor = numbers(1);
        pinocchio::SE3 placement;
        for (int k = 0; k < 9; ++k) placement.rotation()(k / 3, k % 3) = R[k];
        placement.translation() = p;
        joint = model.addJoint(joint, pinocchio::JointModelRZ(), placement, "joint" + std::to_string(i + 1));
        const double m = ten[0];
        const Eigen::Vector3d com = m > 0 ? Eigen::Vector3d(ten.segment<3>(1) / m) : Eigen::Vector3d::Zero();
        Eigen::Matrix3d I;
        I << ten[4], ten[5], ten[7], ten[5], ten[6], ten[8], ten[7], ten[8], ten[9];
        I -= m * (com.squaredNorm() * Eigen::Matrix3d::Identity() - com * com.transpose());
        model.appendBodyToJoint(joint, pinocchio::Inertia(m, com, I), pinocchio::SE3::Identity());
        model.armature[i] = rotor[0];
    }
    const Eigen::VectorXd tip = numbers(3);
    model.addFrame(pinocchio::Frame("tip", joint, 0, pinocchio::SE3(Eigen::Matrix3d::Identity(), tip),
                                    pinocchio::OP_FRAME));
    return model;
}
