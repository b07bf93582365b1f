"""What a program tries inside a sandbox. It is sent there as text: standard library only, no more than 120 processes, 512 MiB and 96 MiB of files."""

PROBES = r'''
import ctypes, errno, fcntl, mmap, os, platform, resource, signal, socket, stat, struct, sys, time
libc = ctypes.CDLL(None, use_errno=True)
HOST, ALLOWED = @HOST@, @ALLOWED@
X86 = platform.machine() == "x86_64"
TRIED, OPENED = [], []

def call(number, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    return result, ctypes.get_errno()

def opens(path, flags=os.O_RDONLY):
    try:
        os.close(os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY))
        return path
    except OSError:
        return None

def probe(name, seconds=10):
    """Run it in a process of its own, which may die of it. What it returns is what opened."""
    def register(function):
        TRIED.append(name)
        read, write = os.pipe()
        try:
            child = os.fork()
        except OSError as no:
            print("figure", name, "could not fork", no)
            return function
        if child == 0:
            os.close(read)
            try:
                signal.alarm(seconds)
                found = function()
                if found:
                    os.write(write, str(found)[:300].encode())
            except BaseException:
                pass
            finally:
                os._exit(0)
        os.close(write)
        said = b""
        while part := os.read(read, 4096):
            said += part
        os.close(read)
        os.waitpid(child, 0)
        if said:
            kind = "figure" if said.startswith(b"figure ") else "opened"
            line = f"{kind} {name}: {said.decode(errors='replace').removeprefix('figure ')}"
            print(line, flush=True)
            if kind == "opened":
                OPENED.append(line)
        return function
    return register

def status(field):
    return next((line.split(":", 1)[1].strip() for line in open("/proc/self/status") if line.startswith(field + ":")), "")

# Outside of a sandbox the probes below would do what they try. Whoever sees the host's files, or may administer it, is outside: that is said, and no more is tried.
if os.path.exists(HOST["canary"]) or int(status("CapEff") or "0", 16) & (1 << 21) or int(status("CapEff") or "0", 16) & (1 << 19) or not HOST["guarded"]:
    print("opened everything: the program runs outside of a sandbox, or as its administrator", "capabilities", status("CapEff"), flush=True)
    print("probes-done 1 opened 1", flush=True)
    os._exit(0)

@probe("capabilities")
def _():
    return next((f"{f} {status(f)}" for f in ("CapEff", "CapPrm", "CapBnd", "CapAmb", "CapInh") if int(status(f) or "0", 16)), None)

@probe("no_new_privs")
def _(): return None if status("NoNewPrivs") == "1" else "not set"

@probe("seccomp filter")
def _(): return None if status("Seccomp") == "2" else "none"

@probe("user 0")
def _(): return f"uid {os.getuid()}" if os.getuid() == 0 and not HOST["container"] else None

@probe("a loopback server")
def _():
    socket.create_connection(("127.0.0.1", HOST["port"]), 3).sendall(b"GET /inside HTTP/1.0\r\n\r\n")
    return "connected" if not ALLOWED["network"] else None

@probe("an abstract socket of the host")
def _():
    s = socket.socket(socket.AF_UNIX); s.connect("\0" + HOST["abstract"]); s.sendall(b"inside")
    return ("figure " if ALLOWED["network"] else "") + "connected"

@probe("sockets of a raw or packet kind")
def _():
    for family, kind in ((socket.AF_INET, socket.SOCK_RAW), (socket.AF_PACKET, socket.SOCK_RAW), (socket.AF_PACKET, socket.SOCK_DGRAM)):
        try:
            socket.socket(family, kind, 1).close()
            return f"family {family}"
        except OSError:
            pass

@probe("odd families of sockets")
def _():
    made = []
    for name, family in (("vsock", 40), ("alg", 38), ("bluetooth", 31), ("can", 29), ("tipc", 30), ("rds", 21), ("kcm", 41), ("xdp", 44), ("netlink-netfilter", (16, 12)), ("netlink-audit", (16, 9))):
        try:
            socket.socket(*( (family, 5) if isinstance(family, int) else (family[0], 3, family[1])), **{}).close()
            made.append(name)
        except OSError:
            pass
    return (("" if "vsock" in made else "figure ") + " ".join(made)) if made else None

@probe("processes of others")
def _():
    pids = [p for p in os.listdir("/proc") if p.isdigit()]
    return f"{len(pids)} in /proc" if len(pids) > 40 else None

@probe("environments of others")
def _():
    for p in os.listdir("/proc"):
        if p.isdigit():
            for name in ("environ", "cmdline"):
                try:
                    if HOST["word"].encode() in open(f"/proc/{p}/{name}", "rb").read() and int(p) != os.getpid() and name == "environ":
                        return f"{p}/{name}"
                except OSError:
                    pass

@probe("roots, folders and files of others through /proc")
def _():
    for p in os.listdir("/proc"):
        if p.isdigit():
            for name in ("root", "cwd"):
                if os.path.exists(f"/proc/{p}/{name}{HOST['canary']}"):
                    return f"/proc/{p}/{name}"

@probe("the canary by its path")
def _(): return open(HOST["canary"]).read(8) and "read"

@probe("open files that were inherited")
def _():
    odd = []
    for fd in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{fd}")
        except OSError:
            continue
        if int(fd) > 2 and not target.startswith(("/proc/", "pipe:", "/dev/null")) or "canary" in target:
            odd.append(f"{fd} -> {target}")
    return ", ".join(odd) or None

@probe("variables of the host")
def _():
    return next((name for name, value in os.environ.items() if HOST["word"] in value), None)

@probe("signals to processes of the host")
def _():
    for pid in HOST["pids"]:
        try:
            if HOST["word"].encode() in open(f"/proc/{pid}/cmdline", "rb").read():
                os.kill(pid, signal.SIGUSR1)
                return f"signalled {pid}"
        except OSError:
            pass

@probe("ptrace and memory of process 1")
def _():
    for request in (16, 0x4206):
        ctypes.set_errno(0)
        if libc.ptrace(request, 1, 0, 0) == 0:
            # In a namespace of processes of its own, process 1 is the sandbox's, with the same rights.
            return "attached" if len([p for p in os.listdir("/proc") if p.isdigit()]) > 40 else "figure attached, which is the sandbox's own"
    if opens("/proc/1/mem", os.O_RDWR) and os.getpid() != 1 and HOST["strict"]:
        return "figure /proc/1/mem opens"

@probe("keyrings")
def _():
    if not X86: return
    done = []
    for name, number, arguments in (("add_key", 248, (b"user", b"ipw-attack", b"a", 1, -3)), ("request_key", 249, (b"user", b"ipw-attack", None, -3)),
                                    ("keyctl", 250, (0, -3, 1))):
        result, error = call(number, *[a if isinstance(a, (bytes, int)) else 0 for a in arguments])
        if result >= 0 or error not in (errno.EPERM, errno.ENOSYS):
            done.append(f"{name} {result} {error}")
    return " ".join(done) or None

def child_of(call_number, *arguments):
    result, error = call(call_number, *arguments)
    if result == 0:
        os._exit(0)
    return result > 0

@probe("user namespaces")
def _():
    if libc.unshare(0x10000000) == 0: return "unshare"
    if X86:
        result, error = call(56, 0x10000000 | 17, 0, 0, 0, 0)
        if result == 0: os._exit(0)
        if result > 0: return "clone"
        size = 88
        arguments = ctypes.create_string_buffer(struct.pack("11Q", 0x10000000, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0))
        result, error = call(435, ctypes.byref(arguments), size)
        if result == 0: os._exit(0)
        if result > 0: return "clone3"

@probe("other namespaces")
def _():
    made = [hex(flag) for flag in (0x20000, 0x4000000, 0x8000000, 0x20000000, 0x40000000, 0x2000000, 0x80) if libc.unshare(flag) == 0]
    return " ".join(made) or None

@probe("namespaces of process 1")
def _():
    for kind in ("user", "mnt", "net", "pid", "ipc"):
        try:
            fd = os.open(f"/proc/1/ns/{kind}", os.O_RDONLY)
            if libc.setns(fd, 0) == 0: return kind
        except OSError:
            pass

@probe("mounts")
def _():
    if libc.mount(b"none", b"/tmp", b"tmpfs", 0, 0) == 0: return "mount"
    if libc.mount(b"/", b"/tmp", 0, 4096, 0) == 0: return "bind"
    if libc.umount2(b"/proc", 2) == 0: return "umount"
    if libc.mount(0, b"/", 0, 32 | 4096, 0) == 0: return "remount"
    if libc.chroot(b"/tmp") == 0: return "chroot"
    if X86:
        for name, number, arguments in (("open_tree", 428, (-100, b"/", 1)), ("fsopen", 430, (b"tmpfs", 0)), ("mount_setattr", 442, (-100, b"/", 0, 0, 0)),
                                        ("pivot_root", 155, (b"/tmp", b"/tmp"))):
            result, error = call(number, *arguments)
            if result >= 0: return name

@probe("system calls of other kinds (i386, x32)")
def _():
    if not X86: return
    result, error = call(0x40000000 | 272, 0x10000000)
    if result == 0: return "x32 unshare"
    code = bytes.fromhex("53b836010000bb00000010cd805bc3")
    area = mmap.mmap(-1, 4096, prot=7)
    area.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(area))
    if ctypes.CFUNCTYPE(ctypes.c_int)(address)() == 0: return "i386 unshare"

@probe("i386 keyctl")
def _():
    if not X86: return
    code = bytes.fromhex("53b8200100 00bb00000000b9fdffffffba01000000cd805bc3".replace(" ", ""))
    area = mmap.mmap(-1, 4096, prot=7)
    area.write(code)
    result = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(area)))()
    if result > 0: return f"keyring {result}"

@probe("counters, BPF, modules, faults, rings")
def _():
    if not X86: return
    done = []
    attributes = ctypes.create_string_buffer(struct.pack("IIQ", 1, 112, 0) + bytes(96))
    for name, number, arguments in (("perf_event_open", 298, (ctypes.byref(attributes), 0, -1, -1, 0)), ("bpf", 321, (0, 0, 0)), ("init_module", 175, (0, 0, b"")),
                                    ("finit_module", 313, (-1, b"", 0)), ("kexec_file_load", 320, (-1, -1, 0, b"", 0)), ("userfaultfd", 323, (1,)), ("swapon", 167, (b"/none", 0)),
                                    ("acct", 163, (b"/none",)), ("quotactl", 179, (0, b"/none", 0, 0)), ("settimeofday", 164, (0, 0)), ("lookup_dcookie", 212, (0, 0, 0)),
                                    ("iopl", 172, (3,)), ("ioperm", 173, (0x80, 1, 1)), ("syslog", 103, (10, 0, 0)), ("open_by_handle_at", 304, (-100, 0, 0)), ("io_uring_setup", 425, (1, 0))):
        result, error = call(number, *arguments)
        if result >= 0 and name not in ("syslog", "settimeofday"): done.append(name)
        elif error not in (errno.EPERM, errno.ENOSYS, errno.EACCES) and name in ("bpf", "init_module", "finit_module", "kexec_file_load", "io_uring_setup"): done.append(f"figure {name} errno {error}")
    real = [d for d in done if not d.startswith("figure")]
    return " ".join(real) if real else ("figure " + " ".join(d[7:] for d in done) if done else None)

@probe("devices")
def _():
    usual = {"null", "zero", "full", "random", "urandom", "tty", "console", "ptmx", "pts", "shm", "fd", "stdin", "stdout", "stderr", "core", "mqueue"}
    odd = set(os.listdir("/dev")) - usual
    for path in ("/dev/mem", "/dev/kmsg", "/dev/vda", "/dev/sda", "/dev/fuse", "/dev/kvm", "/dev/net/tun", "/dev/port", "/dev/nvidia0", "/dev/uinput", "/dev/loop-control"):
        if opens(path): return path
    return "odd names " + " ".join(sorted(odd)) if odd else None

@probe("making devices")
def _():
    for kind, major, minor in ((stat.S_IFCHR, 1, 1), (stat.S_IFBLK, 254, 0), (stat.S_IFCHR, 1, 3)):
        for place in (".", "/tmp"):
            path = place + f"/dev-{major}-{minor}"
            try:
                os.mknod(path, kind | 0o666, os.makedev(major, minor))
                found = opens(path)
                os.unlink(path)
                if found: return path
            except OSError:
                pass

@probe("writes to /sys and /proc/sys")
def _():
    for path in ("/sys/power/state", "/sys/kernel/uevent_helper", "/sys/kernel/mm/transparent_hugepage/enabled", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname",
                 "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger", "/proc/sys/user/max_user_namespaces", "/proc/sys/kernel/pid_max", "/proc/1/oom_score_adj", "/proc/kcore",
                 "/sys/fs/cgroup/cgroup.procs", "/proc/sys/net/ipv4/ip_forward", "/sys/class/powercap/x"):
        if opens(path, os.O_RDONLY if "kcore" in path else os.O_WRONLY) and not (path.startswith("/proc/1/") and os.getpid() == 1):
            if path in ("/proc/1/oom_score_adj", "/proc/sys/kernel/pid_max"): continue  # the namespace's own
            return path

@probe("writes to the system")
def _():
    for path in ("/usr/planted", "/etc/planted", "/bin/planted", "/lib/planted", "/planted", "/var/planted", "/opt/planted", "/etc/passwd"):
        try:
            os.close(os.open(path, os.O_WRONLY | (0 if path.endswith("passwd") else os.O_CREAT)))
            if not HOST["container"]: return path
        except OSError:
            pass

@probe("setuid")
def _():
    for name, function in (("setuid", lambda: libc.setuid(0)), ("setresuid", lambda: libc.setresuid(0, 0, 0)), ("setgid", lambda: libc.setgid(0)), ("setgroups", lambda: libc.setgroups(1, ctypes.byref(ctypes.c_uint(0))))):
        before = os.getuid(), os.getgid()
        if function() == 0 and not HOST["container"] and (before != (0, 0)): return name
    for path in ("/bin/su", "/usr/bin/passwd", "/usr/bin/sudo", "/bin/mount", "/usr/bin/newgrp"):
        try:
            if os.stat(path).st_mode & stat.S_ISUID and not os.statvfs(path).f_flag & os.ST_NOSUID and status("NoNewPrivs") != "1": return path
        except OSError:
            pass

@probe("the terminal")
def _():
    done = []
    for fd, name in [(0, "0"), (1, "1"), (2, "2")] + [(None, path) for path in ("/dev/tty", "/dev/console", "/dev/pts/0", "/dev/pts/1")]:
        try:
            fd = fd if fd is not None else os.open(name, os.O_RDWR | os.O_NOCTTY)
        except OSError:
            continue
        for letter in "ipw-tiocsti\n":
            try:
                fcntl.ioctl(fd, 0x5412, letter.encode())
                done.append(name)
            except OSError:
                break
        try:
            fcntl.ioctl(fd, 0x541C, b"\x0b")
            done.append(name + " TIOCLINUX")
        except OSError:
            pass
    return " ".join(sorted(set(done))) or None

@probe("System V and POSIX IPC of the host")
def _():
    key = HOST["ipc_key"]
    if libc.shmget(key, 0, 0) >= 0: return "shared memory"
    if libc.msgget(key, 0) >= 0: return "messages"
    if libc.semget(key, 0, 0) >= 0: return "semaphores"
    for name in os.listdir("/dev/shm") if os.path.isdir("/dev/shm") else []:
        if HOST["word"] in name: return "/dev/shm/" + name

@probe("sockets and folders of the system", 20)
def _():
    found = [p for p in ("/run/dbus/system_bus_socket", "/var/run/docker.sock", "/run/podman/podman.sock", "/run/containerd/containerd.sock", "/tmp/.X11-unix/X0", "/run/systemd/private",
                         "/run/user/0/bus", "/root/.ssh", "/root/.bashrc", "/home/" + HOST["word"], "/var/log/syslog", "/etc/shadow", "/etc/ssh/ssh_host_rsa_key", HOST["home"]) if opens(p)]
    return " ".join(found) if found and not HOST["container"] else None

@probe("memory beyond the limit, in one process", 30)
def _():
    limit, taken = HOST["memory_mb"], []
    try:
        while sum(taken_part[1] for taken_part in taken) < min(limit + 200, 512):
            area = mmap.mmap(-1, 16 << 20)
            for page in range(0, 16 << 20, 4096): area[page] = 1
            taken.append((area, 16))
    except (OSError, MemoryError):
        return None
    return f"{sum(t[1] for t in taken)} MiB of {limit}" if limit + 200 <= 512 else None

@probe("memory beyond the limit, outside of any process", 30)
def _():
    limit, written, files = HOST["memory_mb"], 0, []
    block = b"a" * (1 << 20)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    for n in range(16):
        try:
            fd = os.memfd_create(f"m{n}")
            files.append(fd)
            for _ in range(32):
                written += os.write(fd, block) >> 20
        except (OSError, AttributeError):
            break
    shared = 0
    for n in range(8):
        part = libc.shmget(0, 32 << 20, 0o1600)
        if part < 0: break
        libc.shmat.restype = ctypes.c_void_p
        address = libc.shmat(part, None, 0)
        libc.shmctl(part, 0, 0)
        if address in (None, ctypes.c_void_p(-1).value): break
        ctypes.memset(address, 1, 32 << 20)
        shared += 32
    tmp = 0
    for place in ("/tmp", "/dev/shm"):
        try:
            with open(place + "/fill", "wb") as out:
                for _ in range(96):
                    out.write(block); out.flush(); tmp += 1
        except OSError:
            pass
        try: os.unlink(place + "/fill")
        except OSError: pass
    total = written + shared + tmp
    return ("figure " if total <= limit else "") + f"memfd {written}, shared {shared}, tmpfs {tmp} MiB, where {limit} MiB are allowed"

@probe("open files")
def _():
    count, files = 0, []
    try:
        for _ in range(5000):
            files.append(os.open("/dev/null", os.O_RDONLY)); count += 1
    except OSError:
        pass
    return f"figure {count} of 5000"

@probe("processes", 30)
def _():
    children = []
    try:
        for _ in range(120):
            child = os.fork()
            if child == 0:
                os.execvp("sleep", ["sleep", "4"])
            children.append(child)
    except OSError:
        pass
    for child in children:
        os.kill(child, 9); os.waitpid(child, 0)
    return f"figure {len(children)} of 120"

@probe("disk", 60)
def _():
    block, written = b"a" * (1 << 20), 0
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with open("fill.bin", "wb") as out:
            for _ in range(96):
                out.write(block); written += 1
    except OSError:
        pass
    try: os.unlink("fill.bin")
    except OSError: pass
    return f"figure {written} of 96 MiB"

@probe("limits that were raised")
def _():
    raised = []
    for name in ("RLIMIT_AS", "RLIMIT_NPROC", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_CORE"):
        soft, hard = resource.getrlimit(getattr(resource, name))
        try:
            resource.setrlimit(getattr(resource, name), (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            if hard != resource.RLIM_INFINITY: raised.append(name)
        except (OSError, ValueError):
            pass
    return " ".join(raised) or None

if @DAEMON@:
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            for fd in range(3):
                try: os.close(fd)
                except OSError: pass
            for n in (os.open("/dev/null", os.O_RDWR), 0, 0):
                pass
            signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGHUP, signal.SIG_IGN)
            os.execvp("sleep", ["sleep", HOST["sleep"]])
        os._exit(0)
    os.waitpid(child, 0)
print("probes-done", len(TRIED), "opened", len(OPENED), flush=True)
'''


def script(host, network=False, daemon=True):
    """The program, with what it looks for."""
    return PROBES.replace("@HOST@", repr(host)).replace("@ALLOWED@", repr({"network": network})).replace("@DAEMON@", repr(daemon))
