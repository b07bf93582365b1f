package dev.ipw.benchmarks.environment;

import dev.ipw.benchmarks.sandbox.Programs;
import dev.ipw.benchmarks.sandbox.RootPermission;
import dev.ipw.benchmarks.sandbox.Sandbox;
import dev.ipw.benchmarks.sandbox.SandboxChoice;
import dev.ipw.environment.CommandResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The isolation of tasks that is available on this machine.
 *
 * @param bubblewrap the sandbox that runs tasks without an image; empty if it is not available or not wanted
 * @param engine     the engine that runs tasks in containers; empty if none works
 * @param problems   the reasons that something is missing
 */
public record EnvironmentChoice(Optional<Sandbox> bubblewrap, Optional<EngineCommand> engine, List<String> problems) {
    private static final List<String> ENGINES = List.of("podman", "docker");
    private static final Duration TRIAL = Duration.ofSeconds(30);

    /** Copies the list. */
    public EnvironmentChoice {
        problems = List.copyOf(problems);
    }

    /**
     * Looks for sandboxes and engines, and tries them.
     *
     * @param path   the folders of programs, as in the variable PATH
     * @param wanted {@code auto}, {@code bubblewrap}, {@code podman} or {@code docker}
     * @return those that work
     */
    public static EnvironmentChoice of(String path, String wanted) {
        return refused().orElseGet(() -> found(path, wanted));
    }

    private static Optional<EnvironmentChoice> refused() {
        return RootPermission.ofProcess().refusal()
                .map(why -> new EnvironmentChoice(Optional.empty(), Optional.empty(), List.of(why)));
    }

    private static EnvironmentChoice found(String path, String wanted) {
        List<String> problems = new ArrayList<>();
        Optional<Sandbox> bubblewrap = Optional.empty();
        if (wanted.equals("auto") || wanted.equals("bubblewrap")) {
            SandboxChoice found = SandboxChoice.of(path, "bubblewrap", Optional.empty(), "");
            bubblewrap = found.sandbox();
            if (bubblewrap.isEmpty()) {
                problems.add(found.reason());
            }
        }
        Optional<EngineCommand> engine = engine(path, wanted, problems);
        return new EnvironmentChoice(bubblewrap, engine, problems);
    }

    /**
     * Looks for a container engine only, and tries it.
     *
     * @param path   the folders of programs, as in the variable PATH
     * @param wanted {@code auto}, {@code podman} or {@code docker}
     * @return the engine, if one works
     */
    public static EnvironmentChoice ofEngines(String path, String wanted) {
        return refused().orElseGet(() -> {
            List<String> problems = new ArrayList<>();
            Optional<EngineCommand> engine = engine(path, wanted, problems);
            return new EnvironmentChoice(Optional.empty(), engine, problems);
        });
    }

    private static Optional<EngineCommand> engine(String path, String wanted, List<String> problems) {
        return ENGINES.stream().filter(name -> wanted.equals("auto") || wanted.equals(name))
                .flatMap(name -> tried(name, path, problems).stream()).findFirst();
    }

    private static Optional<EngineCommand> tried(String name, String path, List<String> problems) {
        Optional<Path> program = new Programs(path).find(name);
        if (program.isEmpty()) {
            problems.add("no " + name);
            return Optional.empty();
        }
        EngineCommand engine = new EngineCommand(name, program.get());
        try {
            CommandResult told = engine.run(List.of("info"), "", TRIAL, Map.of());
            if (told.isFine()) {
                return Optional.of(engine);
            }
            problems.add(name + " does not work here (" + told.errors().strip().lines().reduce((one, last) -> last)
                    .orElse("it says nothing") + ")");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            problems.add("stopped while trying " + name);
        }
        return Optional.empty();
    }
}
