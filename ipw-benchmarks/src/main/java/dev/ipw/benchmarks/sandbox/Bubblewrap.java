package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.CommandResult;
import dev.ipw.internal.io.Excerpt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Run scripts in bubblewrap: namespaces of their own without a network, the system read-only, a small {@code /tmp} in memory and nothing
 * of the user's files.
 *
 * @param program  bwrap
 * @param python   the interpreter as the sandbox sees it
 * @param limiter  prlimit, which limits each process
 * @param lowering setpriv, by which root becomes nobody first; empty if this is not root
 * @param folders  folders that the interpreter needs beside the system's
 */
record Bubblewrap(Path program, Path python, Path limiter, Optional<Path> lowering, List<Path> folders)
        implements
            Sandbox {
    private static final long TEMPORARY_BYTES = 64L << 20;
    /** Without a user namespace of its own nobody has the processes of all sandboxes together. */
    private static final int MOST_OF_NOBODY = 4_096;
    private static final List<String> SYSTEM = List.of("/usr", "/bin", "/lib", "/lib64", "/etc/alternatives",
            "/etc/ld.so.cache");
    private static final Duration TRIAL = Duration.ofSeconds(20);

    /** Look for it, and try it: many machines have it and forbid its namespaces. */
    static Optional<Bubblewrap> find(Programs programs, Optional<String> python, List<String> problems) {
        Optional<Path> bwrap = programs.find("bwrap");
        Optional<Path> limiter = programs.find("prlimit");
        List<Path> interpreters = programs.all(python.orElse("python3")).stream().map(Bubblewrap::real)
                .flatMap(Optional::stream).distinct().toList();
        if (bwrap.isEmpty() || limiter.isEmpty() || interpreters.isEmpty()) {
            problems.add("no " + Stream.of(bwrap.isEmpty() ? "bwrap" : "", limiter.isEmpty() ? "prlimit" : "",
                    interpreters.isEmpty() ? python.orElse("python3") : "").filter(name -> !name.isEmpty())
                    .collect(Collectors.joining(" and no ")));
            return Optional.empty();
        }
        Optional<Path> lowering = FolderOwner.isRoot() ? programs.find("setpriv") : Optional.empty();
        if (FolderOwner.isRoot() && lowering.isEmpty()) {
            problems.add("no setpriv");
            return Optional.empty();
        }
        // An interpreter in somebody's home may be closed to nobody; the next one in PATH may not.
        return interpreters.stream().map(one -> new Bubblewrap(bwrap.get(), one, limiter.get(), lowering, folders(one)))
                .filter(one -> one.works(problems)).findFirst();
    }

    private static Optional<Path> real(Path python) {
        try {
            Process process = new ProcessBuilder(python.toString(), "-I", "-c",
                    "import os, sys; print(os.path.realpath(sys.executable)); print(sys.base_prefix)").start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readNBytes(10_000), StandardCharsets.UTF_8);
            String first = said.lines().findFirst().orElse("").strip();
            return first.isEmpty() ? Optional.empty() : Optional.of(Path.of(first));
        } catch (IOException unusable) {
            return Optional.empty();
        }
    }

    /** An interpreter outside the system's folders brings its library from beside its own folder. */
    private static List<Path> folders(Path python) {
        Path bin = python.getParent();
        Path prefix = bin == null ? null : bin.getParent();
        return prefix == null || python.startsWith("/usr") ? List.of() : List.of(prefix);
    }

    private boolean works(List<String> problems) {
        try {
            CommandResult trial = run(new SandboxTask("print('works')", "", TRIAL, 1L << 30));
            if (trial.output().strip().equals("works")) {
                return true;
            }
            problems.add("bubblewrap does not work here (" + Excerpt.of(trial.errors().strip(), 200) + ")");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            problems.add("stopped while trying bubblewrap");
        }
        return false;
    }

    @Override
    public String name() {
        return "bubblewrap";
    }

    @Override
    public CommandResult run(SandboxTask task) throws InterruptedException {
        return SandboxProcess.runWith(variables(task.place()), command(task), task,
                task.place().limits().mostProcesses());
    }

    /** All that the program has of an environment; in arguments, every list of processes would show the values. */
    private static Map<String, String> variables(SandboxPlace place) {
        Map<String, String> all = new HashMap<>(Map.of("PATH", "/usr/bin:/bin", "HOME", "/tmp", "LANG", "C.UTF-8",
                "PYTHONDONTWRITEBYTECODE", "1"));
        all.putAll(place.variables());
        return all;
    }

    private List<String> command(SandboxTask task) {
        Optional<Path> owned = lowering.filter(setpriv -> !task.place().mounts().isEmpty());
        List<String> command = new ArrayList<>();
        if (owned.isEmpty()) {
            lowering.ifPresent(setpriv -> command.addAll(asNobody(setpriv)));
        }
        command.add(program.toString());
        // Who is nobody before has a user namespace; root mounts a folder that nobody may not reach, and is nobody afterwards.
        command.addAll(owned.isPresent()
                ? List.of("--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try")
                : List.of("--unshare-user-try", "--unshare-ipc", "--unshare-pid", "--unshare-uts",
                        "--unshare-cgroup-try"));
        command.addAll(task.place().hasNetwork() ? List.of() : List.of("--unshare-net"));
        command.addAll(List.of("--die-with-parent", "--new-session"));
        // Made on the way to a mount, it would be root's alone, and programs that are alternatives could not be found.
        command.addAll(List.of("--perms", "0755", "--dir", "/etc"));
        if (task.place().hasNetwork()) {
            command.addAll(network());
        }
        for (String folder : SYSTEM) {
            command.addAll(List.of("--ro-bind-try", folder, folder));
        }
        folders.forEach(folder -> command.addAll(List.of("--ro-bind", folder.toString(), folder.toString())));
        command.addAll(
                List.of("--proc", "/proc", "--dev", "/dev", "--size", String.valueOf(TEMPORARY_BYTES), "--tmpfs",
                        "/tmp",
                        "--chmod", "1777", "/tmp", "--size", "65536", "--tmpfs", "/dev/shm"));
        // Folders that lead to a mount would be root's alone.
        task.place().mounts().stream().flatMap(mount -> above(mount.target())).distinct()
                .forEach(folder -> command.addAll(List.of("--perms", "0755", "--dir", folder)));
        task.place().mounts().forEach(mount -> command.addAll(List.of(mount.isWritable() ? "--bind" : "--ro-bind",
                mount.source().toString(), mount.target())));
        command.addAll(List.of("--chdir", task.place().workingFolder()));
        command.addAll(List.of("--remount-ro", "/", "--"));
        owned.ifPresent(setpriv -> {
            task.place().changeable().forEach(FolderOwner::of);
            command.addAll(asNobody(setpriv));
        });
        command.addAll(limited(task, owned.isPresent() ? MOST_OF_NOBODY : task.place().limits().mostProcesses()));
        return command;
    }

    private static Stream<String> above(String target) {
        Path path = Path.of(target);
        return IntStream.range(1, path.getNameCount()).mapToObj(count -> "/" + path.subpath(0, count));
    }

    /** Names are looked up as this machine does it, and certificates are checked. */
    private static List<String> network() {
        return Stream.of("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl", "/etc/ca-certificates")
                .flatMap(path -> Stream.of("--ro-bind-try", path, path)).toList();
    }

    private static List<String> asNobody(Path setpriv) {
        return List.of(setpriv.toString(), "--reuid=" + FolderOwner.NOBODY, "--regid=" + FolderOwner.NOBODY,
                "--clear-groups", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--");
    }

    private List<String> limited(SandboxTask task, int processes) {
        SandboxLimits limits = task.place().limits();
        List<String> command = new ArrayList<>(List.of(limiter.toString(), "--nproc=" + processes,
                "--fsize=" + limits.mostFileBytes(), "--nofile=" + limits.mostOpenFiles(), "--core=0"));
        if (limits.limitsAddressSpace()) {
            command.addAll(List.of("--as=" + task.memoryBytes(), "--cpu=" + (task.timeout().toSeconds() + 1)));
        }
        command.add("--");
        command.addAll(switch (task.program()) {
            case SandboxProgram.Python script -> List.of(python.toString(), "-I", "-c", script.script());
            case SandboxProgram.Shell shell -> List.of(Shell.PATH, "-c", shell.commands());
        });
        return command;
    }
}
