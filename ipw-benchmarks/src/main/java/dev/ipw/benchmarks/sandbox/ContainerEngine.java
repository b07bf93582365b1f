package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.error.InputException;
import dev.ipw.internal.io.Excerpt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The sandbox of a container without a network and without rights.
 *
 * @param name    podman or docker
 * @param program the engine
 * @param image   an image with Python
 */
record ContainerEngine(String name, Path program, String image) implements Sandbox {
    /** The time limit of a trial: the first use of an image may have to fetch it. */
    private static final Duration TRIAL = Duration.ofMinutes(5);
    private static final long REMOVAL_SECONDS = 30;
    private static final long KIBI = 1024;
    private static final int SHOWN = 200;

    /** Looks for an engine, and tries it: its service may not run, and the image may be missing or have no Python. */
    static Optional<ContainerEngine> find(String name, Programs programs, String image, List<String> problems) {
        Optional<Path> program = programs.find(name);
        if (program.isEmpty()) {
            problems.add("no " + name);
            return Optional.empty();
        }
        ContainerEngine engine = new ContainerEngine(name, program.get(), image);
        return engine.works(problems) ? Optional.of(engine) : Optional.empty();
    }

    private boolean works(List<String> problems) {
        try {
            CommandResult trial = run(new SandboxTask("print('works')", "", TRIAL, 1L << 28));
            if (trial.output().strip().equals("works")) {
                return true;
            }
            problems.add(name + " with the image " + image + " does not work here ("
                    + (trial.end() == CommandEnd.FINISHED
                            ? Excerpt.of(trial.errors().strip(), SHOWN)
                            : trial.end().words())
                    + ")");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            problems.add("stopped while trying " + name);
        }
        return false;
    }

    @Override
    public CommandResult run(SandboxTask task) throws InterruptedException {
        String container = "ipw-" + UUID.randomUUID();
        try {
            // The engine's service runs the program, not a child of this process.
            return SandboxProcess.run(command(container, task), task, Integer.MAX_VALUE, Path.of("/"))
                    .withoutProcessorTime();
        } finally {
            // After the engine's own process was ended, the container may continue without it.
            remove(container);
        }
    }

    private List<String> command(String container, SandboxTask task) {
        List<String> command = new ArrayList<>(List.of(program.toString(), "run", "-i", "--init", "--name", container,
                "--network", task.place().hasNetwork() ? "host" : "none", "--read-only", "--tmpfs", "/tmp:size=64m",
                "--memory",
                String.valueOf(task.memoryBytes()), "--memory-swap", String.valueOf(task.memoryBytes()), "--pids-limit",
                String.valueOf(task.place().limits().mostProcesses()), "--cap-drop", "ALL", "--security-opt",
                "no-new-privileges", "--env",
                "HOME=/tmp"));
        command.addAll(task.place().mounts().isEmpty()
                ? List.of("--user", "65534:65534", "--workdir", "/tmp")
                : mounted(task.place()));
        command.addAll(List.of(image, "sh", "-c",
                (task.place().limits().limitsAddressSpace() ? "ulimit -v " + task.memoryBytes() / KIBI + "; " : "")
                        + "exec timeout -s KILL "
                        + (task.timeout().toSeconds() + 1) + " " + interpreter(task.program()) + " -c \"$0\"",
                text(task.program())));
        return command;
    }

    private List<String> mounted(SandboxPlace place) {
        List<String> options = new ArrayList<>(List.of("--workdir", place.workingFolder()));
        place.mounts().forEach(mount -> options.addAll(List.of("--volume",
                mount.source() + ":" + mount.target() + (mount.isWritable() ? "" : ":ro"))));
        // Their values are in the engine's own environment, where no list of processes shows them.
        place.variables().keySet().forEach(variable -> options.addAll(List.of("--env", variable)));
        if (RootPermission.ofProcess().isRoot()) {
            SandboxUser user = SandboxUser.of(place);
            place.changeable().forEach(user::give);
            options.addAll(List.of("--user", user.id() + ":" + user.id()));
        } else {
            place.changeable().stream().findFirst()
                    .ifPresent(folder -> options.addAll(List.of("--user", owner(folder))));
            options.addAll(name.equals("podman") ? List.of("--userns", "keep-id") : List.of());
        }
        return options;
    }

    private static String owner(Path folder) {
        try {
            return Files.getAttribute(folder, "unix:uid") + ":" + Files.getAttribute(folder, "unix:gid");
        } catch (IOException failed) {
            throw new InputException("The folder " + folder + " cannot be given to a sandbox: " + failed.getMessage(),
                    failed);
        }
    }

    private static String interpreter(SandboxProgram program) {
        return program instanceof SandboxProgram.Python ? "python3 -I" : "sh";
    }

    private static String text(SandboxProgram program) {
        return switch (program) {
            case SandboxProgram.Python python -> python.script();
            case SandboxProgram.Shell shell -> shell.commands();
        };
    }

    private void remove(String container) {
        boolean isInterrupted = Thread.interrupted();
        try {
            Process removal = new ProcessBuilder(program.toString(), "rm", "-f", container)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!removal.waitFor(REMOVAL_SECONDS, TimeUnit.SECONDS)) {
                removal.destroyForcibly();
            }
        } catch (IOException failed) {
            throw new InputException(name + " cannot end the container " + container + ": " + failed.getMessage()
                    + ". End it with '" + name + " rm -f " + container + "'", failed);
        } catch (InterruptedException stopped) {
            isInterrupted = true;
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
