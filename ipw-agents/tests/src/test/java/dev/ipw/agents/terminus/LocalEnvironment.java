package dev.ipw.agents.terminus;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A folder of this machine in which commands run as they are, or in bubblewrap, where each has a {@code /tmp} of its own. Its processes
 * are known by a variable.
 */
final class LocalEnvironment implements TaskEnvironment {
    private static final String MARK = "IPW_TERMINAL_TEST";

    private final Path folder;
    private final Path files;
    private final boolean isBubblewrap;
    private final Optional<Duration> longest;
    private final List<Process> running = new ArrayList<>();
    private final String mark;
    private Optional<String> path = Optional.empty();
    private int count;

    LocalEnvironment(Path folder, Path files, boolean isBubblewrap, Optional<Duration> longest) {
        this.folder = folder;
        this.files = files;
        this.isBubblewrap = isBubblewrap;
        this.longest = longest;
        mark = MARK + "=" + folder;
    }

    /** Let commands look for programs elsewhere. */
    LocalEnvironment withPath(String other) {
        path = Optional.of(other);
        return this;
    }

    static boolean has(String program) {
        return Stream.of(System.getenv("PATH").split(":")).map(part -> Path.of(part, program))
                .anyMatch(Files::isExecutable);
    }

    @Override
    public String name() {
        return isBubblewrap ? "bubblewrap" : "folder";
    }

    @Override
    public String workingFolder() {
        return isBubblewrap ? "/app" : folder.toString();
    }

    @Override
    public Optional<Duration> longest() {
        return longest;
    }

    @Override
    public Optional<String> loopbackHost() {
        return Optional.empty();
    }

    @Override
    public void start() {}

    @Override
    public CommandResult run(ShellCommand command) throws InterruptedException {
        Started started = started(command);
        try {
            boolean hasEnded = started.process.waitFor(command.longest().toNanos(), TimeUnit.NANOSECONDS);
            return started.result(hasEnded ? CommandEnd.FINISHED : CommandEnd.TIMED_OUT);
        } finally {
            started.process.destroyForcibly();
        }
    }

    @Override
    public RunningCommand launch(ShellCommand command) {
        Started started = started(command);
        running.add(started.process);
        return new RunningCommand() {
            @Override
            public Optional<CommandResult> result() {
                return started.process.isAlive()
                        ? Optional.empty()
                        : Optional.of(started.result(CommandEnd.FINISHED));
            }

            @Override
            public void close() {
                end(started.process);
            }
        };
    }

    private synchronized Started started(ShellCommand command) {
        Path output = files.resolve("output" + count);
        Path errors = files.resolve("errors" + count++);
        List<String> words = new ArrayList<>();
        if (isBubblewrap) {
            words.addAll(List.of("bwrap", "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--die-with-parent",
                    "--new-session", "--ro-bind", "/usr", "/usr", "--ro-bind-try", "/bin", "/bin", "--ro-bind-try",
                    "/lib", "/lib", "--ro-bind-try", "/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--tmpfs",
                    "/tmp", "--bind", folder.toString(), "/app", "--chdir", "/app", "--remount-ro", "/", "--"));
        }
        words.addAll(List.of("bash", "-c", command.commands()));
        try {
            ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile())
                    .redirectInput(Path.of("/dev/null").toFile()).redirectOutput(output.toFile())
                    .redirectError(errors.toFile());
            builder.environment().put(MARK, folder.toString());
            builder.environment().put("HOME", isBubblewrap ? "/tmp" : folder.toString());
            path.ifPresent(other -> builder.environment().put("PATH", other));
            return new Started(builder.start(), output, errors);
        } catch (IOException failed) {
            throw new InputException("not started", failed);
        }
    }

    @Override
    public void verify() {}

    @Override
    public void close() {
        running.forEach(LocalEnvironment::end);
        marked().forEach(ProcessHandle::destroyForcibly);
        await(() -> marked().isEmpty());
    }

    /** Find all processes that were ever started here and go on. */
    List<ProcessHandle> marked() {
        return ProcessHandle.allProcesses().filter(ProcessHandle::isAlive).filter(this::isMarked).toList();
    }

    private boolean isMarked(ProcessHandle process) {
        try {
            return new String(Files.readAllBytes(Path.of("/proc", String.valueOf(process.pid()), "environ")),
                    java.nio.charset.StandardCharsets.UTF_8).contains(mark + "\0");
        } catch (IOException gone) {
            return false;
        }
    }

    static boolean isSleep(ProcessHandle process) {
        return process.info().command().filter(command -> command.endsWith("/sleep")).isPresent();
    }

    private static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(one -> one.onExit().join());
    }

    /** Wait for a condition that comes. */
    static void await(java.util.function.BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        }
    }

    private record Started(Process process, Path output, Path errors) {
        CommandResult result(CommandEnd end) {
            try {
                return new CommandResult(end, end == CommandEnd.FINISHED ? process.exitValue() : -1,
                        Files.readString(output), Files.readString(errors), Optional.empty());
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }
}
