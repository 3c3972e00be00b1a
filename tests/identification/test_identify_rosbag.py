"""Bags of ROS as logs: joint states by their names, whatever their order, and wrenches beside them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from recorded_motion import ARM, recorded

import symdyn
from symdyn.errors import InputError
from symdyn.identification.logs import Log

pytest.importorskip("rosbags")


def write_bag(log: Log, path: Path, plugin: str, *, joints: bool = True) -> Path:
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.LATEST)
    types: Any = store.types
    kind = "sensor_msgs/msg/JointState" if joints else "geometry_msgs/msg/WrenchStamped"
    vector = types["geometry_msgs/msg/Vector3"]
    assert log.tau is not None
    with Writer(path, version=9, storage_plugin=StoragePlugin[plugin]) as writer:
        connection = writer.add_connection("/states", kind, typestore=store)
        for time, q, tau in zip(log.time, log.q, log.tau, strict=True):
            nanoseconds = round(1e9 * (time + 1000))
            stamp = types["builtin_interfaces/msg/Time"](nanoseconds // 10**9, nanoseconds % 10**9)
            header = types["std_msgs/msg/Header"](stamp, "base")
            if joints:  # another order than the robot's
                message = types[kind](header, ["joint2", "joint1"], q[::-1].copy(), np.zeros(0), tau[::-1].copy())
            else:
                wrench = types["geometry_msgs/msg/Wrench"](vector(1.0, 2.0, 3.0), vector(4.0, 5.0, 6.0))
                message = types[kind](header, wrench)
            writer.write(connection, nanoseconds, store.serialize_cdr(message, kind))
    return path


@pytest.mark.parametrize("plugin", ["MCAP", "SQLITE3"])
def test_a_bag_is_the_log_that_it_holds(tmp_path: Path, plugin: str) -> None:
    robot = symdyn.load(ARM)
    log = recorded(robot, 1, seconds=2)
    bag = write_bag(log, tmp_path / "bag", plugin)
    ending = {"MCAP": "mcap", "SQLITE3": "db3"}[plugin]
    for path in (bag, next(bag.glob(f"*.{ending}"))):
        read = symdyn.read_log(path, robot)
        assert read.tau is not None and log.tau is not None and read.qd is None
        assert np.abs(read.q - log.q).max() == 0 and np.abs(read.tau - log.tau).max() == 0
        assert np.abs(read.time - log.time).max() < 2e-9


def test_a_bag_without_joint_states_and_a_broken_one_are_told(tmp_path: Path) -> None:
    robot = symdyn.load(ARM)
    bag = write_bag(recorded(robot, 1, seconds=0.1), tmp_path / "bag", "MCAP", joints=False)
    with pytest.raises(InputError, match="no topic of sensor_msgs"):
        symdyn.read_log(bag, robot)
    broken = tmp_path / "broken.mcap"
    broken.write_bytes(b"nothing that a bag begins with")
    with pytest.raises(InputError, match="not a bag that can be read"):
        symdyn.read_log(broken, robot)
