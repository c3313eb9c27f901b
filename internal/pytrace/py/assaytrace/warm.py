"""A warm interpreter: it has loaded the libraries of analyses, and forks for each run.

It waits where a cold run would begin. For a run it forks twice. The first child enters
fresh namespaces and becomes the supervisor of the run, a program that comes with the
request. The second, the supervisor's child, gives up all rights as the supervisor orders
and goes on as a cold run does: nothing that was loaded is to be seen until the analysis
imports it.
"""

import fcntl
import json
import os
import sys

from . import bodies, calls, expressions, runner, selection, statements  # noqa: F401  all that a run would load
from . import documents, files, guard, hooks, imports, sink, values  # noqa: F401
from .kept import Kept

NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
NO_NEW_PRIVS, DUMPABLE = 38, 4
SUPERVISOR = "assay-sandbox-warm"
PLACES = {"output": 1, "plan": 3, "status": 4, "trace": 5, "group": 6, "order": 40, "trouble": 41}  # descriptors of the supervisor
TENDING = {"jemalloc_bg_thd", "polars-ooc-clea"}  # of polars, which statsmodels loads
HIGH = 100  # above all of them
MAX_REQUEST, MAX_FILES = 1 << 16, 64


class System:
    """System calls that the os module does not have in every version."""

    def __init__(self):
        import _socket
        import ctypes

        self.socket = _socket
        self.ctypes = ctypes
        self.libc = ctypes.CDLL(None, use_errno=True)

    def __call__(self, name, *args):
        done = getattr(self.libc, name)(*[self.ctypes.c_long(a) if type(a) is int else a for a in args])
        if done < 0:
            e = self.ctypes.get_errno()
            raise OSError(e, f"{name}: {os.strerror(e)}")
        return done

    def pointer(self, data):
        return self.ctypes.create_string_buffer(data, len(data))

    def address(self, buffer):
        return self.ctypes.addressof(buffer)


def serve(control):
    """Waits for runs at a socket. Returns in a run, as soon as it is confined; the
    interpreter itself ends with the other end of the socket."""
    environment = dict(os.environ)
    os.environ.pop("ASSAY_TRACE_FD", None)
    runner.fonts()
    kept = Kept()
    import resource
    import signal

    system = System()
    peer = system.socket.socket(fileno=control)
    own = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    kept.load(["assaytrace.figures"])
    peer.send(b"{}")
    while True:
        request, received = receive(peer, system.socket)
        if request is None:
            os._exit(0)
        while reaped():
            pass
        try:
            kept.load(request["modules"])
            left = threads()
            if left:
                raise RuntimeError(f"a library has started {left} threads, which no fork has")
            system("unshare", NEWPID)
            child = os.fork()
            if child:
                system("setns", own, NEWPID)
        except Exception as e:
            peer.send(json.dumps({"error": f"{type(e).__name__}: {e}"}).encode())
            os._exit(1)
        if child == 0:
            try:
                order = enter(system, signal, received)
                confine(system, resource, order)
            except BaseException as e:
                os.write(2, f"{type(e).__name__}: {e}\n".encode("utf-8", "replace"))
                os._exit(1)
            peer.detach()
            imports.kept = kept
            kept.begin()
            os.environ.clear()
            os.environ.update(environment)
            return
        for fd in received:
            os.close(fd)
        peer.send(json.dumps({"resident": resident()}).encode())


def receive(peer, socket):
    """One request and the descriptors that came with it; None at the end."""
    data, extra, _, _ = peer.recvmsg(MAX_REQUEST, socket.CMSG_SPACE(4 * MAX_FILES), socket.MSG_CMSG_CLOEXEC)
    fds = []
    for level, kind, rights in extra:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            fds += memoryview(rights).cast("i").tolist()
    return (json.loads(data) if data else None), fds


def reaped():
    try:
        return os.waitpid(-1, os.WNOHANG)[0]
    except ChildProcessError:
        return 0


def threads():
    """How many threads there are beside this one and those that only tend an idle library."""
    n, own = 0, os.path.basename(os.readlink("/proc/thread-self"))
    for task in os.listdir("/proc/self/task"):
        if task != own:
            with open(f"/proc/self/task/{task}/comm") as f:
                n += f.read().strip() not in TENDING
    return n


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def enter(system, signal, received):
    """The first process of a run. Returns in the second one, with its order."""
    system("unshare", NEWNS | NEWNET | NEWIPC | NEWUTS)
    os.setsid()
    program, output, plan, status, trace, *group = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, HIGH) for fd in received]
    order, trouble = [[fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, HIGH) for fd in os.pipe()] for _ in range(2)]
    os.closerange(3, HIGH)
    for fd, place in ((output, 1), (output, 2), (plan, PLACES["plan"]), (status, PLACES["status"]), (trace, PLACES["trace"])):
        os.dup2(fd, place)
    for i, fd in enumerate(group):
        os.dup2(fd, PLACES["group"] + i)
    second = os.fork()
    if second:
        os.dup2(order[1], PLACES["order"])
        os.dup2(trouble[0], PLACES["trouble"])
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        os.execve(program, [SUPERVISOR, str(second)], {"GOMAXPROCS": "2"})
    os.setsid()
    user(system)
    os.write(trouble[1], b"l")
    os.close(order[1])
    with os.fdopen(order[0], "rb") as f:
        read = json.load(f)
    read["trouble"] = trouble[1]
    return read


def user(system):
    """A user namespace of this process' own."""
    system("unshare", NEWUSER)
    for name, text in (("setgroups", "deny"), ("uid_map", "1000 0 1"), ("gid_map", "1000 0 1")):
        with open("/proc/self/" + name, "w") as f:
            f.write(text)


def confine(system, resource, order):
    """Does what the second process of a cold run does before it becomes the program."""
    rules = order["Confine"]
    trouble = order["trouble"]
    try:
        os.chdir(order["Dir"])
        os.umask(0o022)
        for which, value in rules["Limits"]:
            hard = resource.getrlimit(which)[1]
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(which, (value, value))
        for fd in rules["Joins"] or ():
            os.write(fd, b"0")
        os.dup2(PLACES["trace"], 3)
        watch = fcntl.fcntl(rules["Watch"], fcntl.F_DUPFD_CLOEXEC, trouble + 1) if rules["Watch"] else trouble
        os.closerange(4, trouble)
        os.closerange(trouble + 1, watch)
        os.closerange(watch + 1, watch + 1000)
        system("prctl", NO_NEW_PRIVS, 1, 0, 0, 0)
        system("prctl", DUMPABLE, 1, 0, 0, 0)
        system("syscall", rules["Calls"]["capset"], system.pointer(bytes.fromhex(rules["Header"])), system.pointer(bytes(24)))
        if rules["Ruleset"]:
            landlock(system, rules)
        if rules["Watch"]:
            watched(system, rules, watch)
        else:
            install(system, rules, rules["Filter"], 0)
    except BaseException as e:
        os.write(trouble, json.dumps({"Step": "confine a run of the warm interpreter", "Why": f"{type(e).__name__}: {e}"}).encode())
        os._exit(1)
    os.write(trouble, b"d")
    os.close(trouble)


def install(system, rules, code, flags):
    """Installs a filter of system calls; returns the listener where flags ask for one."""
    code = system.pointer(bytes.fromhex(code))
    program = (len(code) // 8).to_bytes(8, sys.byteorder) + system.address(code).to_bytes(8, sys.byteorder)
    return system("syscall", rules["Calls"]["seccomp"], 1, flags, system.pointer(program))


def watched(system, rules, fd):
    """Installs the filter of a watched run and hands its listener over a socket; where
    there is none the reason goes there, and the plain filter is installed."""
    socket, failed = system.socket.socket(fileno=fd), None
    for flags in rules["Flags"]:
        try:
            listener = install(system, rules, rules["Filter"], flags)
            break
        except OSError as e:
            failed = e
    else:
        socket.send(str(failed).encode())
        install(system, rules, rules["Plain"], 0)
        return
    rights = listener.to_bytes(4, sys.byteorder)
    socket.sendmsg([b"\0"], [(system.socket.SOL_SOCKET, system.socket.SCM_RIGHTS, rights)])
    os.close(listener)
    socket.close()


def landlock(system, rules):
    ruleset, numbers = bytes.fromhex(rules["Ruleset"]), rules["Calls"]
    fd = system("syscall", numbers["create"], system.pointer(ruleset), len(ruleset), 0)
    for rule in rules["Rules"]:
        at = os.open(rule["Path"], os.O_PATH | os.O_CLOEXEC)
        packed = rule["Rights"].to_bytes(8, sys.byteorder) + at.to_bytes(4, sys.byteorder)
        system("syscall", numbers["add"], fd, 1, system.pointer(packed), 0)
        os.close(at)
    system("syscall", numbers["restrict"], fd, 0)
    os.close(fd)
