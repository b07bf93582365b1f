package dev.ipw.benchmarks.environment;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A host that runs commands in a container, which lives until it is closed. */
public final class ContainerHost implements CommandHost {
    private static final Logger LOGGER = LoggerFactory.getLogger(ContainerHost.class);
    private static final Duration STEP = Duration.ofMinutes(2);
    /** The time limit of the first use of an image, which fetches it. */
    private static final Duration FETCH = Duration.ofMinutes(30);
    private static final int MAX_COLLECTED_KIBIBYTES = 1 << 20;
    private static final Duration REMOVAL = Duration.ofMinutes(1);
    private static final String MARK = "IPW_COMMAND";
    /**
     * The beginning of the place in the container of commands that are too long for an argument; their mark follows.
     */
    private static final String COMMANDS = "/tmp/.ipw-commands-";
    /**
     * The script that ends a command. The engine's own process is not the command's, so all processes in the container
     * that have the command's mark in their environment are ended.
     */
    private static final String END_MARKED = """
            for all in /proc/[0-9]*/environ; do
              grep -qa "IPW_COMMAND=$0" "$all" 2>/dev/null && number=${all#/proc/} && kill -9 "${number%/environ}"
            done
            """;
    private static final String IN_SHELL = """
            if command -v bash >/dev/null 2>&1; then exec bash -c "$0"; else exec sh -c "$0"; fi""";

    private final EngineCommand engine;
    private final ContainerSettings settings;
    private final String container = ContainerName.next();
    private final Map<String, Path> opened = new ConcurrentHashMap<>();
    private final Queue<LaunchedCommand> launched = new ConcurrentLinkedQueue<>();
    private volatile boolean isMade;

    /**
     * Describes a container.
     *
     * @param engine   the engine that runs it
     * @param settings the settings of the container
     */
    public ContainerHost(EngineCommand engine, ContainerSettings settings) {
        this.engine = engine;
        this.settings = settings;
    }

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public Optional<String> loopbackHost() {
        return settings.network() == ContainerSettings.Network.HOST ? Optional.of("127.0.0.1") : Optional.empty();
    }

    @Override
    public void start() throws InterruptedException {
        CommandFile.requireFit(settings.variables());
        List<String> arguments = new ArrayList<>(List.of("run", "--detach", "--init", "--name", container, "--network",
                settings.network().option()));
        settings.processors().ifPresent(count -> arguments.addAll(List.of("--cpus", String.valueOf(count))));
        settings.memoryBytes().ifPresent(bytes -> arguments.addAll(List.of("--memory", String.valueOf(bytes))));
        // Their values are in the engine's own environment, where no list of processes shows them.
        settings.variables().keySet().forEach(name -> arguments.addAll(List.of("--env", name)));
        arguments.addAll(List.of("--entrypoint", "sh", settings.image(), "-c",
                "while :; do sleep 3600 & wait $!; done"));
        LeftContainers.remove(engine);
        isMade = true;
        engine.require("make a container of the image " + settings.image(), arguments, FETCH,
                settings.variables());
        if (settings.workingFolder().isPresent()) {
            String folder = settings.workingFolder().get();
            asRoot("make the folder " + folder, "mkdir -p \"$0\"", folder);
        }
    }

    @Override
    public CommandResult run(HostCommand command) throws InterruptedException {
        ShellCommand asked = command.command();
        String mark = UUID.randomUUID().toString();
        List<String> arguments = new ArrayList<>(List.of("exec", "--interactive"));
        command.workingFolder().or(settings::workingFolder)
                .ifPresent(folder -> arguments.addAll(List.of("--workdir", folder)));
        command.user().ifPresent(user -> arguments.addAll(List.of("--user", user)));
        Map<String, String> variables = new HashMap<>(asked.variables());
        variables.put(MARK, mark);
        CommandFile.requireFit(variables);
        variables.keySet().forEach(name -> arguments.addAll(List.of("--env", name)));
        boolean isLong = CommandFile.isNeeded(asked.commands());
        String commandFolder = COMMANDS + mark;
        arguments.addAll(List.of(container, "sh", "-c", IN_SHELL,
                isLong ? CommandFile.commandIn(commandFolder) : asked.commands()));
        if (isLong) {
            putCommands(commandFolder, asked.commands());
        }
        boolean isOver = false;
        try {
            CommandResult result = engine.run(arguments, asked.input(), asked.longest(), variables);
            isOver = result.end() == CommandEnd.FINISHED;
            return result;
        } finally {
            if (!isOver) {
                endMarked(mark);
            }
        }
    }

    /**
     * Writes commands into the container, where they stay until it is removed: background processes may still read
     * them.
     */
    private void putCommands(String folder, String commands) throws InterruptedException {
        try (CopiedFiles copies = new CopiedFiles()) {
            Path made = copies.folder();
            CommandFile.write(made, commands);
            put(made, folder);
        }
        asRoot("open the folder " + folder, "chmod -R a+rX \"$0\"", folder);
    }

    private void endMarked(String mark) throws InterruptedException {
        boolean isInterrupted = Thread.interrupted();
        try {
            engine.run(List.of("exec", "--user", "0", container, "sh", "-c", END_MARKED, mark), "", REMOVAL,
                    Map.of());
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public RunningCommand launch(HostCommand command) {
        LaunchedCommand running = new LaunchedCommand(() -> run(command));
        launched.add(running);
        return running;
    }

    @Override
    public void put(Path source, String target) throws InterruptedException {
        CopiedFiles.requireFolder(source);
        asRoot("make the folder " + target, "mkdir -p \"$0\"", target);
        engine.require("copy " + source + " into the container", List.of("cp", source + "/.", container + ":" + target),
                STEP);
    }

    @Override
    public void fill(Path source, String workingFolder) throws InterruptedException {
        put(source, workingFolder);
    }

    @Override
    public void remove(String target) throws InterruptedException {
        asRoot("remove the folder " + target, "rm -rf \"$0\"", target);
    }

    @Override
    public void open(String target, Path folder) throws InterruptedException {
        asRoot("make the folder " + target, "rm -rf \"$0\" && mkdir -p \"$0\" && chmod 777 \"$0\"", target);
        opened.put(target, folder);
    }

    @Override
    public void collect(String target) throws InterruptedException {
        Path folder = opened.get(target);
        if (folder == null) {
            throw new InputException("The folder " + target + " was never opened in the container");
        }
        String kibibytes = asRoot("measure " + target, "du -sk \"$0\" | cut -f1", target).strip();
        if (!kibibytes.matches("\\d{1,7}") || Integer.parseInt(kibibytes) > MAX_COLLECTED_KIBIBYTES) {
            throw new InputException("The folder " + target + " of the container holds more than "
                    + MAX_COLLECTED_KIBIBYTES + " KiB, or cannot be measured; it is not copied");
        }
        engine.require("copy " + target + " out of the container",
                List.of("cp", container + ":" + target + "/.", folder.toString()), STEP);
    }

    private String asRoot(String what, String commands, String argument) throws InterruptedException {
        return engine.require(what + " in the container",
                List.of("exec", "--user", "0", container, "sh", "-c", commands, argument), STEP);
    }

    @Override
    public void close() {
        if (!isMade) {
            return;
        }
        isMade = false;
        launched.forEach(LaunchedCommand::close);
        launched.clear();
        boolean isInterrupted = Thread.interrupted();
        try {
            CommandResult result = engine.run(List.of("rm", "--force", "--volumes", container), "", REMOVAL, Map.of());
            if (!result.isFine()) {
                LOGGER.warn("{} cannot end the container {}; end it with '{} rm -f {}'", engine.name(), container,
                        engine.name(), container);
            }
        } catch (InterruptedException stopped) {
            isInterrupted = true;
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The removal of containers of killed processes, which could not remove them. */
    private static final class LeftContainers {
        private static final Logger LOGGER = LoggerFactory.getLogger(LeftContainers.class);
        private static final Duration LOOK = Duration.ofMinutes(1);
        private static final Set<EngineCommand> DONE = ConcurrentHashMap.newKeySet();

        /** Removes them once for each engine. */
        static void remove(EngineCommand engine) throws InterruptedException {
            if (!DONE.add(engine)) {
                return;
            }
            CommandResult all = engine.run(List.of("ps", "--all", "--filter", "name=" + ContainerName.BEGIN, "--format",
                    "{{.Names}}"), "", LOOK, Map.of());
            List<String> left = all.output().lines().map(String::strip)
                    .filter(name -> ContainerName.of(name).filter(ContainerName::isOfEndedProcess).isPresent())
                    .toList();
            for (String name : left) {
                LOGGER.info("Removing the container {} of a run that was killed", name);
                engine.run(List.of("rm", "--force", "--volumes", name), "", LOOK, Map.of());
            }
        }
    }
}
