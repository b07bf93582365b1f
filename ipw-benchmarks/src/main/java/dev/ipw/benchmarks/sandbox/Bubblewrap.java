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
 * The sandbox bubblewrap: namespaces of their own without a network, the system read-only, a small {@code /tmp} in
 * memory and nothing of the user's files. Root becomes a separate user of the sandbox before anything foreign is shown:
 * before that, the folders are only mounted where that user can reach them.
 *
 * @param program  bwrap
 * @param python   the interpreter's path in the sandbox
 * @param limiter  prlimit, which limits each process
 * @param lowering setpriv, by which root becomes the sandbox's user; empty if this is not root
 * @param folders  folders that the interpreter needs beside the system's
 * @param options  further restrictions that this version of bwrap supports
 * @param filter   the filter that refuses system calls; empty where those of the machine are not known
 */
record Bubblewrap(Path program, Path python, Path limiter, Optional<Path> lowering, List<Path> folders,
        List<String> options, Optional<Path> filter) implements Sandbox {
    private static final long TEMPORARY_BYTES = 64L << 20;
    private static final String NO_FURTHER_USERS = "--disable-userns";
    /** The shell commands that pass on the filter, which bwrap reads from an open file. */
    private static final String WITH_FILTER = "filter=$1; shift; exec \"$@\" 9<\"$filter\"";
    /** The place of the folders within reach of the sandbox's user, in a folder in memory that root alone made. */
    private static final String LAID = "/tmp/";
    private static final List<String> SYSTEM = List.of("/usr", "/bin", "/lib", "/lib64", "/etc/alternatives",
            "/etc/ld.so.cache");
    private static final Duration TRIAL = Duration.ofSeconds(20);
    private static final int MAX_OUTPUT_BYTES = 100_000;

    /** Looks for bubblewrap, and tries it: many machines have it and forbid its namespaces. */
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
        boolean isRoot = RootPermission.ofProcess().isRoot();
        Optional<Path> lowering = isRoot ? programs.find("setpriv") : Optional.empty();
        if (isRoot && lowering.isEmpty()) {
            problems.add("no setpriv");
            return Optional.empty();
        }
        List<String> options = said(List.of(bwrap.get().toString(), "--help")).contains(NO_FURTHER_USERS)
                ? List.of(NO_FURTHER_USERS)
                : List.of();
        Optional<Path> filter = SystemCallFilter.file();
        // An interpreter in a user's home may be inaccessible to others; the next one in PATH may not.
        return interpreters.stream()
                .map(one -> new Bubblewrap(bwrap.get(), one, limiter.get(), lowering, folders(one), options, filter))
                .filter(one -> one.works(problems)).findFirst();
    }

    private static Optional<Path> real(Path python) {
        return said(List.of(python.toString(), "-I", "-c", "import os, sys; print(os.path.realpath(sys.executable))"))
                .lines().findFirst().map(String::strip).filter(first -> !first.isEmpty()).map(Path::of);
    }

    private static String said(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readNBytes(MAX_OUTPUT_BYTES), StandardCharsets.UTF_8);
        } catch (IOException unusable) {
            return "";
        }
    }

    /**
     * Returns the further folders of an interpreter: one outside the system's folders has its library beside its own
     * folder.
     */
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
        return SandboxProcess.runApart(variables(task.place()), command(task), task,
                task.place().limits().mostProcesses());
    }

    /** Returns the whole environment of the program. In arguments, every list of processes would show the values. */
    private static Map<String, String> variables(SandboxPlace place) {
        Map<String, String> all = new HashMap<>(Map.of("PATH", "/usr/bin:/bin", "HOME", "/tmp", "LANG", "C.UTF-8",
                "PYTHONDONTWRITEBYTECODE", "1"));
        all.putAll(place.variables());
        return all;
    }

    private List<String> command(SandboxTask task) {
        SandboxPlace place = task.place();
        List<String> command = new ArrayList<>();
        filter.ifPresent(file -> command.addAll(List.of("/bin/sh", "-c", WITH_FILTER, "sh", file.toString())));
        List<Path> shown = place.mounts().stream().map(SandboxPlace.Mount::source).distinct().toList();
        lowering.ifPresent(setpriv -> {
            SandboxUser user = SandboxUser.of(place);
            place.changeable().forEach(user::give);
            command.addAll(laid(shown));
            command.addAll(lowered(setpriv, user));
        });
        command.addAll(List.of(program.toString(), "--unshare-user"));
        command.addAll(options);
        command.addAll(List.of("--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try"));
        filter.ifPresent(file -> command.addAll(List.of("--seccomp", "9")));
        command.addAll(place.hasNetwork() ? List.of() : List.of("--unshare-net"));
        command.addAll(List.of("--die-with-parent", "--new-session"));
        // Created as the parent of a mount, it would be accessible to one user only, and programs that are alternatives
        // could not be found.
        command.addAll(List.of("--perms", "0755", "--dir", "/etc"));
        if (place.hasNetwork()) {
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
        // Created as parents of a mount, the folders would be accessible to one user only.
        place.mounts().stream().flatMap(mount -> above(mount.target())).distinct()
                .forEach(folder -> command.addAll(List.of("--perms", "0755", "--dir", folder)));
        place.mounts().forEach(mount -> command.addAll(List.of(mount.isWritable() ? "--bind" : "--ro-bind",
                reached(mount.source(), shown), mount.target())));
        command.addAll(List.of("--chdir", place.workingFolder(), "--remount-ro", "/", "--"));
        command.addAll(limited(task));
        return command;
    }

    /**
     * Mounts folders that only root may reach where the sandbox's user can reach them; nothing of them is run or read
     * before root becomes that user.
     */
    private List<String> laid(List<Path> shown) {
        List<String> command = new ArrayList<>(List.of(program.toString(), "--dev-bind", "/", "/", "--perms", "0755",
                "--tmpfs", "/tmp"));
        shown.forEach(source -> command.addAll(List.of("--bind", source.toString(), LAID + shown.indexOf(source))));
        command.addAll(List.of("--die-with-parent", "--"));
        return command;
    }

    private String reached(Path source, List<Path> shown) {
        return lowering.isPresent() ? LAID + shown.indexOf(source) : source.toString();
    }

    private static Stream<String> above(String target) {
        Path path = Path.of(target);
        return IntStream.range(1, path.getNameCount()).mapToObj(count -> "/" + path.subpath(0, count));
    }

    /** Shows the files for the network: names are looked up as on this machine, and certificates are checked. */
    private static List<String> network() {
        return Stream.of("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl", "/etc/ca-certificates")
                .flatMap(path -> Stream.of("--ro-bind-try", path, path)).toList();
    }

    private static List<String> lowered(Path setpriv, SandboxUser user) {
        return List.of(setpriv.toString(), "--reuid=" + user.id(), "--regid=" + user.id(), "--clear-groups",
                "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--");
    }

    private List<String> limited(SandboxTask task) {
        SandboxLimits limits = task.place().limits();
        // The kernel counts the processes of a user within its namespace: those of each sandbox separately.
        List<String> command = new ArrayList<>(List.of(limiter.toString(), "--nproc=" + limits.mostProcesses(),
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
