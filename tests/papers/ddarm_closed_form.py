"""The torques of the MIT direct drive arm as Atkeson, An and Hollerbach print them, and their tables: data only.

letters    meaning
v1 a1 …    velocity and acceleration of a joint
c2 s2 …    cosine and sine of its angle
mx3 Ixy3   first moment and inertia tensor entry of a link, about the origin of its frame
"""

# [Atkeson86 Appendix I]
COMBINATIONS = {
    "SP1": {"mz3": "l2", "Iyz2": "1"},
    "SP2": {"Ixx3": "1", "Iyy3": "-1"},
    "SP3": {"Izz2": "1", "Ixx3": "1"},
    "SP4": {"Izz1": "1", "Ixx2": "1", "Ixx3": "1", "m3": "l2**2"},
    "SP5": {"Ixx2": "1", "Ixx3": "1", "Iyy2": "-1"},
    "SP6": {"mz3": "1", "my2": "-1"},
}

# [Atkeson86 4.2.1]
ALONE = ("mx2", "Ixy2", "Ixz2", "mx3", "my3", "Ixy3", "Ixz3", "Iyz3", "Izz3")
IN_COMBINATION = ("Izz1", "my2", "Ixx2", "Iyy2", "Iyz2", "Izz2", "m3", "mz3", "Ixx3", "Iyy3")
NOT_AT_ALL = ("m1", "mx1", "my1", "mz1", "Ixx1", "Ixy1", "Ixz1", "Iyy1", "Iyz1", "m2", "mz2")
SET_TO_ZERO = ("m3", "mz3", "Ixx3", "Ixx2")  # one way to leave a single parameter of each combination
LEFT_OVER = {"Iyz2": "SP1", "Iyy3": "-SP2", "Izz2": "SP3", "Izz1": "SP4", "Iyy2": "-SP5", "my2": "-SP6"}

# [Atkeson86 Appendix I] with the misreads repaired that `MISREAD` lists
TORQUES = {
    1: {
        "SP4": "a1",
        "SP5": "2*v1*v2*s2*c2 - a1*c2**2",
        "Ixy2": "2*a1*s2*c2 - 2*v1*v2 + 4*v1*v2*c2**2",
        "Ixz2": "a2*s2 + v2**2*c2",
        "SP1": "a2*c2 - v2**2*s2",
        "mx3": "l2*(2*a1*s3 + 2*v2*v3*s2*s3 - a3*s3*c2 + 2*v1*v3*c3 - a2*s2*c3 - v2**2*c2*c3 - v3**2*c2*c3)",
        "my3": "l2*(a2*s2*s3 - 2*v1*v3*s3 + v2**2*s3*c2 + v3**2*s3*c2 + 2*a1*c3 + 2*v2*v3*s2*c3 - a3*c2*c3)",
        "SP2": "a1*c2**2 - a1 - v2*v3*s2 - 2*v1*v2*s2*c2 - 2*v1*v3*s3*c3 + a2*s2*s3*c3 + v2**2*s3*c2*c3"
        " + 2*v1*v3*s3*c2**2*c3 + a1*c3**2 + 2*v2*v3*s2*c3**2 + 2*v1*v2*s2*c2*c3**2 - a1*c2**2*c3**2",
        "Ixy3": "2*v1*v3 - a2*s2 - v2**2*c2 - 2*v1*v3*c2**2 - 2*a1*s3*c3 - 4*v2*v3*s2*s3*c3 - 4*v1*v2*s2*s3*c2*c3"
        " + 2*a1*s3*c2**2*c3 - 4*v1*v3*c3**2 + 2*a2*s2*c3**2 + 2*v2**2*c2*c3**2 + 4*v1*v3*c2**2*c3**2",
        "Ixz3": "v2**2*s2*s3 - v3**2*s2*s3 - a2*s3*c2 + 2*v1*v3*s2*s3*c2 + 2*v1*v2*c3 + a3*s2*c3 - 2*a1*s2*c2*c3"
        " - 4*v1*v2*c2**2*c3",
        "Iyz3": "2*a1*s2*s3*c2 - 2*v1*v2*s3 - a3*s2*s3 + 4*v1*v2*s3*c2**2 + v2**2*s2*c3 - v3**2*s2*c3 - a2*c2*c3"
        " + 2*v1*v3*s2*c2*c3",
        "Izz3": "v2*v3*s2 - a3*c2 - 2*v1*v2*s2*c2 + a1*c2**2",
    },
    2: {
        "mx2": "g*c2",
        "SP6": "g*s2",
        "SP5": "-v1**2*s2*c2",
        "Ixy2": "v1**2 - 2*v1**2*c2**2",
        "Ixz2": "a1*s2",
        "SP1": "a1*c2",
        "SP3": "a2",
        "mx3": "g*c2*c3 - l2*a1*s2*c3",
        "my3": "l2*a1*s2*s3 - g*s3*c2",
        "SP2": "v1**2*s2*c2 - v1*v3*s2 + 2*v2*v3*s3*c3 + a1*s2*s3*c3 - a2*c3**2 + 2*v1*v3*s2*c3**2 - v1**2*s2*c2*c3**2",
        "Ixy3": "2*a2*s3*c3 - 2*v2*v3 - a1*s2 - 4*v1*v3*s2*s3*c3 + 2*v1**2*s2*s3*c2*c3 + 4*v2*v3*c3**2 + 2*a1*s2*c3**2",
        "Ixz3": "a3*s3 - a1*s3*c2 - v1**2*c3 + v3**2*c3 - 2*v1*v3*c2*c3 + 2*v1**2*c2**2*c3",
        "Iyz3": "v1**2*s3 - v3**2*s3 + 2*v1*v3*s3*c2 - 2*v1**2*s3*c2**2 + a3*c3 - a1*c2*c3",
        "Izz3": "v1**2*s2*c2 - v1*v3*s2",
    },
    3: {
        "mx3": "-g*s2*s3 - l2*a1*s3*c2 - l2*v1**2*c3",
        "my3": "l2*v1**2*s3 - l2*a1*c2*c3 - g*s2*c3",
        "SP2": "v1*v2*s2 + v1**2*s3*c3 - v2**2*s3*c3 - v1**2*s3*c3*c2**2 - 2*v1*v2*s2*c3**2",
        "Ixy3": "v2**2 - v1**2 + v1**2*c2**2 + 4*v1*v2*s2*s3*c3 + 2*v1**2*c3**2 - 2*v2**2*c3**2 - 2*v1**2*c2**2*c3**2",
        "Ixz3": "a2*s3 - v1**2*s2*s3*c2 + a1*s2*c3 + 2*v1*v2*c2*c3",
        "Iyz3": "a2*c3 - a1*s2*s3 - 2*v1*v2*s3*c2 - v1**2*s2*c2*c3",
        "Izz3": "a3 + v1*v2*s2 - a1*c2",
    },
}

# joint, parameter, part of the coefficient as repaired, the same part as printed
MISREAD = (
    (1, "SP2", "a1*c2**2 - a1 -", "v1*c2**2 - a1 -"),
    (1, "SP2", "2*v1*v3*s3*c3 +", "2*v1*a3*s3*c3 +"),
    (1, "SP2", "2*v1*v2*s2*c2*c3**2", "2*v1*v2*s2*c2*c3**3"),
    (1, "SP2", "a1*c2**2*c3**2", "v1*c2**2*c3**2"),
    (1, "Ixy3", "2*a1*s3*c2**2*c3", "2*v1*s3*c2**2*c3"),
    (
        1,
        "Ixy3",
        "- 4*v1*v3*c3**2 + 2*a2*s2*c3**2 + 2*v2**2*c2*c3**2 + 4*v1*v3*c2**2*c3**2",
        "- 4*v1*v3*c2**2 - 2*a1*s3*c3 - 4*v2**2*s2*c2**2 + 4*v1*v3*c2**2*c3**2",
    ),
    (1, "Izz3", "+ a1*c2**2", "+ a1*v3*s2*c2*c3"),
    (2, "SP5", "s2*c2", "s1*c2"),
    (3, "my3", "l2*a1*c2*c3", "l2*v1*c2*c3"),
)

TEN = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")  # the order of the tables

# [Atkeson86 Table 3] from a CAD model
MODELED = {
    1: ("67.13", "0", "2.432", "35.8257", "23.1568", "0", "-0.3145", "20.4472", "-1.2948", "0.7418"),
    2: ("53.01", "0", "3.4081", "16.6505", "7.9088", "0", "0", "7.6766", "-1.5036", "0.6807"),
    3: ("19.67", "0.3108", "0", "0.3268", "0.1825", "0", "-0.0166", "0.4560", "0", "0.3900"),
}

# [Atkeson86 Table 4] from measured torques
ESTIMATED = {
    1: ("0", "0", "0", "0", "0", "0", "0", "0", "0", "9.33598"),
    2: ("0", "-0.1591", "0.6776", "0", "4.1562", "0.3894", "0.0118", "5.2129", "-0.6050", "-0.8194"),
    3: ("1.8920", "0.4676", "0.0315", "-1.0087", "1.5276", "-0.0256", "0.0143", "1.8967", "-0.0160", "0.3568"),
}

# [Atkeson86 Table 5] estimated and modeled, with l2 = 0.45 m, to four decimals
COMBINED = {
    "SP1": ("-1.0589", "-1.3565"),
    "SP2": ("-0.3691", "-0.2702"),
    "SP3": ("0.7082", "0.8632"),
    "SP4": ("15.7029", "12.8169"),
    "SP5": ("0.4709", "0.4147"),
    "SP6": ("-1.6863", "-3.0814"),
}
# what Tables 3 and 4 give instead, where that is something else
COMBINED_DIFFERENTLY = {("SP2", "modeled"): "-0.2735", ("SP4", "modeled"): "12.8163", ("SP4", "estimated"): "15.4029"}
