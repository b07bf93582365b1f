package dev.ipw.agents.command;

import dev.ipw.benchmarks.sandbox.Sandbox;
import dev.ipw.benchmarks.sandbox.SandboxLimits;
import dev.ipw.benchmarks.sandbox.SandboxPlace;
import dev.ipw.benchmarks.sandbox.SandboxPlace.Mount;
import dev.ipw.benchmarks.sandbox.SandboxProgram;
import dev.ipw.benchmarks.sandbox.SandboxTask;
import dev.ipw.environment.CommandResult;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.OpenFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A sandbox around the folder of the task, which is part of the run.
 *
 * @param sandbox  the sandbox
 * @param folder   the folder, its real path
 * @param settings the permissions and limits of the program
 */
record SandboxedPlace(Sandbox sandbox, Path folder, CommandSettings settings) implements ProgramPlace {
    private static final String TASK_FILE = ".ipw-task.txt";
    private static final int MAX_READ_BYTES = 1 << 20;

    @Override
    public String taskFile(String task) {
        try {
            Files.writeString(folder.resolve(TASK_FILE), task);
            return TASK_FILE;
        } catch (IOException refused) {
            throw new InputException("The task cannot be written into " + folder + ": " + refused.getMessage(),
                    refused);
        }
    }

    @Override
    public String proxyHost() {
        return "127.0.0.1";
    }

    @Override
    public CommandResult run(String commands, Map<String, String> variables, Duration longest)
            throws InterruptedException {
        SandboxPlace place = SandboxPlace.work(folder).withNetwork(settings.hasNetwork())
                .withLimits(SandboxLimits.WIDE);
        for (Path shown : settings.folders()) {
            place = place.with(new Mount(shown, shown.toString(), false));
        }
        return sandbox.run(new SandboxTask(new SandboxProgram.Shell(ProgramVariables.commands(prepared(commands))),
                ProgramVariables.input(variables), longest, settings.memoryBytes(), place));
    }

    /**
     * Returns the commands with the paths of the sandbox, since only the sandbox knows its name of the working
     * folder.
     */
    private String prepared(String commands) {
        String programs = settings.folders().stream()
                .map(shown -> ProgramVariables.quoted(shown + "/bin") + ":" + ProgramVariables.quoted(shown.toString())
                        + ":")
                .collect(Collectors.joining());
        return "export IPW_TASK_FILE=\"$PWD/$IPW_TASK_FILE\" PATH=" + programs + "\"$PATH\"\n" + commands;
    }

    /** Reads a file, unless it is a link out of the folder, which the program may have created. */
    @Override
    public Optional<String> read(String path) {
        try {
            Path file = folder.resolve(path).normalize();
            if (!file.startsWith(folder) || file.equals(folder)) {
                return Optional.empty();
            }
            try (InputStream in = Channels.newInputStream(OpenFolder.read(folder, folder.relativize(file)))) {
                return Optional.of(new String(in.readNBytes(MAX_READ_BYTES), StandardCharsets.UTF_8));
            }
        } catch (IOException | InvalidPathException unreadable) {
            return Optional.empty();
        }
    }
}
