package dev.ipw.benchmarks.harbor;

import dev.ipw.benchmarks.environment.CommandHost;
import dev.ipw.benchmarks.environment.HostCommand;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A host that keeps no secrets: neither in the output of commands, nor in the files that they write. */
final class RedactedHost implements CommandHost {
    private final CommandHost host;
    private final TaskSecrets secrets;
    private final Path workspace;
    private final Map<String, Path> opened = new ConcurrentHashMap<>();

    /**
     * Wraps a host.
     *
     * @param host      the host that runs the commands
     * @param secrets   the secrets that are removed
     * @param workspace the folder of this machine in which commands may have written files
     */
    RedactedHost(CommandHost host, TaskSecrets secrets, Path workspace) {
        this.host = host;
        this.secrets = secrets;
        this.workspace = workspace;
    }

    @Override
    public String name() {
        return host.name();
    }

    @Override
    public Optional<String> loopbackHost() {
        return host.loopbackHost();
    }

    @Override
    public void start() throws InterruptedException {
        host.start();
    }

    @Override
    public CommandResult run(HostCommand command) throws InterruptedException {
        return secrets.removed(host.run(command));
    }

    @Override
    public RunningCommand launch(HostCommand command) {
        RunningCommand launched = host.launch(command);
        return new RunningCommand() {
            @Override
            public Optional<CommandResult> result() {
                return launched.result().map(secrets::removed);
            }

            @Override
            public void close() {
                launched.close();
            }
        };
    }

    @Override
    public void put(Path source, String target) throws InterruptedException {
        host.put(source, target);
    }

    @Override
    public void fill(Path source, String workingFolder) throws InterruptedException {
        host.fill(source, workingFolder);
    }

    @Override
    public void remove(String target) throws InterruptedException {
        host.remove(target);
    }

    @Override
    public void open(String target, Path folder) throws InterruptedException {
        opened.put(target, folder);
        host.open(target, folder);
    }

    @Override
    public void collect(String target) throws InterruptedException {
        host.collect(target);
        Optional.ofNullable(opened.get(target)).ifPresent(secrets::removeFrom);
    }

    /** Closes the host first, so that nothing writes any more. */
    @Override
    public void close() {
        host.close();
        List.copyOf(opened.values()).forEach(secrets::removeFrom);
        secrets.removeFrom(workspace);
    }
}
