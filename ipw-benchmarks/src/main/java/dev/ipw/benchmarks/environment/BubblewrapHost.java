package dev.ipw.benchmarks.environment;

import dev.ipw.benchmarks.sandbox.Sandbox;
import dev.ipw.benchmarks.sandbox.SandboxLimits;
import dev.ipw.benchmarks.sandbox.SandboxPlace;
import dev.ipw.benchmarks.sandbox.SandboxPlace.Mount;
import dev.ipw.benchmarks.sandbox.SandboxProgram;
import dev.ipw.benchmarks.sandbox.SandboxTask;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A host that runs each command in a sandbox of its own, with the same folders of this machine. Files persist,
 * processes do not: background processes of a command end with it.
 */
public final class BubblewrapHost implements CommandHost {
    /** The place in the sandbox of commands that are too long for an argument. */
    private static final String COMMANDS = "/.ipw-commands";

    private final Sandbox sandbox;
    private final String workingFolder;
    private final boolean hasNetwork;
    private final long memoryBytes;
    private final Map<String, String> variables;
    private final CopiedFiles copies;
    private final Path workspace;
    private final Map<String, Path> put = new ConcurrentHashMap<>();
    private final Queue<LaunchedCommand> launched = new ConcurrentLinkedQueue<>();
    private final List<Mount> mounts = new CopyOnWriteArrayList<>();

    /**
     * Makes a host whose working folder is one of this machine.
     *
     * @param sandbox     the sandbox that runs the commands
     * @param workspace   the folder of this machine
     * @param target      its absolute path for the commands
     * @param hasNetwork  whether they have access to this machine's network
     * @param memoryBytes the maximum memory of all processes of a command
     * @param variables   environment variables of all commands, by name
     */
    public BubblewrapHost(Sandbox sandbox, Path workspace, String target, boolean hasNetwork, long memoryBytes,
            Map<String, String> variables) {
        this.sandbox = sandbox;
        this.workspace = workspace;
        workingFolder = target;
        copies = new CopiedFiles(Optional.ofNullable(workspace.getParent()));
        this.hasNetwork = hasNetwork;
        this.memoryBytes = memoryBytes;
        this.variables = Map.copyOf(variables);
        mounts.add(new Mount(workspace, target, true));
    }

    @Override
    public String name() {
        return sandbox.name();
    }

    @Override
    public Optional<String> loopbackHost() {
        return hasNetwork ? Optional.of("127.0.0.1") : Optional.empty();
    }

    @Override
    public void start() {
        // Each command has a sandbox of its own.
    }

    @Override
    public CommandResult run(HostCommand command) throws InterruptedException {
        ShellCommand asked = command.command();
        Map<String, String> all = new HashMap<>(variables);
        all.putAll(asked.variables());
        CommandFile.requireFit(all);
        SandboxPlace place = new SandboxPlace(List.copyOf(mounts), command.workingFolder().orElse(workingFolder), all,
                hasNetwork, SandboxLimits.WIDE);
        boolean isLong = CommandFile.isNeeded(asked.commands());
        return sandbox.run(new SandboxTask(
                new SandboxProgram.Shell(isLong ? CommandFile.commandIn(COMMANDS) : asked.commands()), asked.input(),
                asked.longest(), memoryBytes, isLong ? place.with(mounted(asked.commands())) : place));
    }

    private Mount mounted(String commands) {
        Path folder = copies.folder();
        CommandFile.write(folder, commands);
        return new Mount(folder, COMMANDS, true);
    }

    @Override
    public RunningCommand launch(HostCommand command) {
        LaunchedCommand running = new LaunchedCommand(() -> run(command));
        launched.add(running);
        return running;
    }

    @Override
    public void put(Path source, String target) {
        Path copy = put.computeIfAbsent(target, any -> copies.folder());
        CopiedFiles.into(source, copy);
        mounts.removeIf(mount -> mount.target().equals(target));
        mounts.add(new Mount(copy, target, true));
    }

    @Override
    public void fill(Path source, String folder) {
        CopiedFiles.into(source, workspace);
    }

    @Override
    public void remove(String target) {
        mounts.removeIf(mount -> mount.target().equals(target));
        put.remove(target);
    }

    @Override
    public void open(String target, Path folder) {
        mounts.removeIf(mount -> mount.target().equals(target));
        mounts.add(new Mount(folder, target, true));
    }

    @Override
    public void collect(String target) {
        // Commands wrote directly into the folder of this machine.
    }

    @Override
    public void close() {
        launched.forEach(LaunchedCommand::close);
        launched.clear();
        mounts.clear();
        copies.close();
    }
}
