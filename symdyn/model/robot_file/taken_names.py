"""Names that a robot cannot have because something else has them: headers, modules, build targets, macros, devices.

A robot's files, C macros, Python modules and CMake targets are called after it, and each of these has names that mean
something already. The sentences say which.
"""

from __future__ import annotations

import re
import sys

C_HEADER_WORDS = (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdarg stdbool stddef "
    "stdint stdio stdlib string tgmath time wchar wctype"
)  # of C99
C_HEADERS = frozenset(C_HEADER_WORDS.split())
SYSTEM_HEADER_WORDS = (
    "aio aliases alloca ar argp argz availability availabilitymacros basetsd byteswap conio corecrt cpio cpuid "
    "crtdefs crypt curses direct dirent dlfcn dos elf endian envz err error excpt execinfo fcntl features fmtmsg "
    "fnmatch fstab fts ftw gconv getopt glob grp gshadow iconv ifaddrs io langinfo lastlog libc libgen libintl "
    "link malloc mcheck memory mntent monetary mqueue netdb newlib nl_types nss obstack paths poll printf "
    "proc_service process pthread pty pwd quadmath re_comp reent regex regexp resolv sal sched search semaphore "
    "sgtty shadow share spawn stab stdalign stdatomic stdbit stdckdint stdfix stdio_ext stdnoreturn strings "
    "syscall sysexits syslimits syslog tar targetconditionals term termio termios thread_db threads ttyent uchar "
    "ucontext ulimit unistd unwind utime utmp utmpx vadefs values varargs vcruntime wait windef windows winnt "
    "winsock winsock2 wordexp xlocale"
)  # of later C, POSIX, glibc, compilers, macOS and Windows: what other headers may include
_SYSTEM_HEADERS = frozenset(SYSTEM_HEADER_WORDS.split())
OTHER_MODULES = "cffi jinja2 matplotlib mpmath numpy pyarrow scipy setuptools symdyn sympy yaml"
_PYTHON_MODULES = frozenset(map(str.lower, sys.stdlib_module_names)) | frozenset(OTHER_MODULES.split())
CMAKE_TEXT = (
    "all all_build alias archive bundle clean continuous debug depend edit_cache exclude_from_all experimental export "
    "destination file_set framework general global_target help imported includes install interface library "
    "link_interface_libraries link_private link_public module nightly nightlymemorycheck object objects optimized "
    "package package_source preinstall private private_header public public_header rebuild_cache resource run_tests "
    "runtime shared static test unknown zero_check"
)  # targets that CMake makes itself, and words of its commands; in small letters
_CMAKE_WORDS = frozenset(CMAKE_TEXT.split())
_DEVICES = re.compile(r"con|prn|aux|nul|conin|conout|com[0-9]|lpt[0-9]", re.ASCII)
_TAKEN_BY_THE_SELFTEST = {"test", "test_adaptive", "test_regressor"}  # test_<kernel> are functions of its own


def taken(name: str) -> str | None:
    """Say what has a robot's name already, or None; some file systems do not tell capitals from small letters."""
    small = name.lower()
    if small in C_HEADERS:
        return f"is taken: {small}.h would hide the header <{small}.h> of C; choose another name"
    if small in _SYSTEM_HEADERS:
        return f"is taken: {small}.h would hide a header <{small}.h> of compilers or systems; choose another name"
    if small == "python":
        return "is taken: the header Python.h is Python's own; choose another name"
    if small == "m":
        return "is taken: C's own library is called m, and M_PI is a macro of <math.h>; choose another name"
    if small in _TAKEN_BY_THE_SELFTEST:
        return "is taken: functions of the self-test are called test_<kernel>; choose another name"
    if small in _CMAKE_WORDS or small.startswith("cmake"):
        return "is taken: it is a word of CMake, where the library has the robot's name; choose another name"
    if _DEVICES.fullmatch(small):
        return "is taken: it is a device on Windows, where no file can be called so; choose another name"
    if small in _PYTHON_MODULES:
        return f"is taken: {small}.py would hide the Python module {small}; choose another name"
    return None
