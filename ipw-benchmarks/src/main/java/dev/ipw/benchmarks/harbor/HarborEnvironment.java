package dev.ipw.benchmarks.harbor;

import dev.ipw.benchmarks.environment.CommandHost;
import dev.ipw.benchmarks.environment.HostCommand;
import dev.ipw.benchmarks.harbor.EnvironmentSettings.HealthCheck;
import dev.ipw.benchmarks.harbor.HarborTask.Step;
import dev.ipw.benchmarks.harbor.HarborTask.Worker;
import dev.ipw.benchmarks.verification.Verification;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.secret.SecretRedactor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The environment of a task of Harbor's form, with its tests and its solution, step by step. */
final class HarborEnvironment implements TaskEnvironment {
    private static final Logger LOGGER = LoggerFactory.getLogger(HarborEnvironment.class);
    private static final String LOGS = "/logs/agent";
    private static final String ARTIFACTS = "/logs/artifacts";
    private static final String VERIFIER = "/logs/verifier";
    private static final String TESTS = "/tests";
    private static final String SOLUTION = "/solution";
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration LONGEST_SETUP = Duration.ofMinutes(10);
    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final int SHOWN = 500;

    private final HarborTask task;
    private final HarborHosts hosts;
    private final HostVariables variables;
    private final Supplier<Path> taskFolder;
    private final List<Verification> verified = new ArrayList<>();
    private Optional<CommandHost> host = Optional.empty();
    private String workingFolder = "/";
    private int stepIndex;

    HarborEnvironment(HarborTask task, HarborHosts hosts, HostVariables variables, Supplier<Path> taskFolder) {
        this.task = task;
        this.hosts = hosts;
        this.variables = variables;
        variables.values(task.hostVariables()).forEach(SecretRedactor::learn);
        this.taskFolder = taskFolder;
    }

    @Override
    public String name() {
        return hosts.kind(task).orElse("none");
    }

    @Override
    public String workingFolder() {
        return workingFolder;
    }

    @Override
    public Optional<Duration> longest() {
        return step().agent().longest();
    }

    @Override
    public Optional<String> loopbackHost() {
        return host.flatMap(CommandHost::loopbackHost);
    }

    @Override
    public void start() throws InterruptedException {
        Path folder = taskFolder.get();
        Path workspace = folder.resolve("workspace");
        CommandHost made = hosts.host(task, workspace,
                variables.filled(task.id(), task.environment().variables()));
        host = Optional.of(made);
        made.start();
        CommandResult found = run(made, "pwd", LOOK);
        if (!found.isFine()) {
            throw new InputException("The environment of the task " + task.id() + " runs no command: "
                    + Excerpt.of(found.errors().strip(), SHOWN));
        }
        workingFolder = found.output().strip();
        if (!task.environment().needsImage()
                && Files.isDirectory(task.environment().folder(), LinkOption.NOFOLLOW_LINKS)) {
            made.fill(task.environment().folder(), workingFolder);
        }
        made.open(LOGS, folder(folder, "agent"));
        made.open(ARTIFACTS, folder(folder, "artifacts"));
        if (task.environment().healthCheck().isPresent()) {
            awaitHealth(task.environment().healthCheck().get());
        }
        begin(step());
    }

    /** Prepares the environment for a step. */
    private void begin(Step step) throws InterruptedException {
        if (step.files().isPresent()) {
            host().fill(step.files().get(), workingFolder);
            if (Files.exists(step.files().get().resolve("setup.sh"), LinkOption.NOFOLLOW_LINKS)) {
                CommandResult made = run("bash ./setup.sh", LONGEST_SETUP);
                if (!made.isFine()) {
                    throw new InputException(
                            "The file setup.sh of the step " + step.name() + " of the task " + task.id()
                                    + " ended with the exit status " + made.exitCode() + ": "
                                    + Excerpt.of((made.output() + made.errors()).strip(), SHOWN));
                }
            }
        }
        if (step.healthCheck().isPresent()) {
            awaitHealth(step.healthCheck().get());
        }
    }

    private void awaitHealth(HealthCheck check) throws InterruptedException {
        long grace = System.nanoTime() + check.grace().toNanos();
        int failed = 0;
        while (true) {
            CommandResult result = run(check.command(), check.longest());
            if (result.isFine()) {
                return;
            }
            failed += System.nanoTime() - grace > 0 ? 1 : 0;
            if (failed >= check.attempts()) {
                throw new InputException(
                        "The environment of the task " + task.id() + " did not become ready: its check failed "
                                + failed + " times in a row, the last time with '" + Excerpt.of((result.output()
                                        + result.errors()).strip(), SHOWN)
                                + "'");
            }
            TimeUnit.NANOSECONDS.sleep(check.interval().toNanos());
        }
    }

    private CommandResult run(String commands, Duration longest) throws InterruptedException {
        return run(host(), commands, longest);
    }

    private static CommandResult run(CommandHost host, String commands, Duration longest) throws InterruptedException {
        return host.run(new HostCommand(new ShellCommand(commands, longest), Optional.empty(), Optional.empty()));
    }

    @Override
    public CommandResult run(ShellCommand command) throws InterruptedException {
        return clean(host().run(ofAgent(command)));
    }

    @Override
    public RunningCommand launch(ShellCommand command) {
        RunningCommand launched = host().launch(ofAgent(command));
        return new RunningCommand() {
            @Override
            public Optional<CommandResult> result() {
                return launched.result().map(HarborEnvironment::clean);
            }

            @Override
            public void close() {
                launched.close();
            }
        };
    }

    /** A model does not read the values of variables of this machine. */
    private static CommandResult clean(CommandResult result) {
        return new CommandResult(result.end(), result.exitCode(), SecretRedactor.clean(result.output()),
                SecretRedactor.clean(result.errors()), result.processorTime());
    }

    private HostCommand ofAgent(ShellCommand command) {
        return new HostCommand(command, Optional.empty(), step().agent().user());
    }

    @Override
    public Optional<CommandResult> solve() throws InterruptedException {
        Optional<Path> solution = step().solution();
        if (solution.isEmpty()) {
            return Optional.empty();
        }
        host().put(solution.get(), SOLUTION);
        Map<String, String> set = new HashMap<>(variables.filled(task.id(), task.solutionVariables()));
        set.putIfAbsent("DEBIAN_FRONTEND", "noninteractive");
        return Optional.of(script(SOLUTION + "/solve.sh", LOGS + "/oracle.txt",
                new ShellCommand("", "", step().agent().longest().orElse(LONGEST), set), step().agent().user()));
    }

    /** Runs a script that was put into the environment, after root made it executable. */
    private CommandResult script(String path, String output, ShellCommand settings, Optional<String> user)
            throws InterruptedException {
        host().run(new HostCommand(new ShellCommand("chmod +x " + path, LOOK), Optional.empty(), Optional.of("0")));
        return host().run(new HostCommand(new ShellCommand(path + " >" + output + " 2>&1", "", settings.longest(),
                settings.variables()), Optional.empty(), user));
    }

    @Override
    public void verify() throws InterruptedException {
        int done = stepIndex;
        // Without a result of the tests, even after an exception, the task is not continued.
        stepIndex = task.steps().size();
        Verification found = verification(task.steps().get(done));
        verified.add(found);
        (task.steps().size() == 1 ? found : joined(found)).write(taskFolder.get());
        boolean goesOn = !found.isMissing() && done + 1 < task.steps().size()
                && task.steps().get(done).leastRewards().entrySet().stream()
                        .allMatch(
                                least -> found.rewards().getOrDefault(least.getKey(), Double.NEGATIVE_INFINITY) >= least
                                        .getValue());
        if (goesOn) {
            begin(task.steps().get(done + 1));
            stepIndex = done + 1;
        }
    }

    private Verification verification(Step step) throws InterruptedException {
        Path folder = folder(taskFolder.get(), step.name().isEmpty() ? "verifier" : "verifier-" + step.name());
        try {
            host().open(VERIFIER, folder);
            // Files that the agent put there do not belong to the tests.
            host().remove(TESTS);
            for (Path tests : step.tests()) {
                host().put(tests, TESTS);
            }
            Worker verifier = step.verifier();
            CommandResult result = script(TESTS + "/test.sh", VERIFIER + "/test-stdout.txt",
                    new ShellCommand("", "", verifier.longest().orElse(LONGEST),
                            variables.filled(task.id(), verifier.variables())),
                    verifier.user());
            host().remove(TESTS);
            host().collect(VERIFIER);
            keepLogs();
            return Verification.of(folder, result.end(), result.exitCode(), host().name());
        } catch (InputException broken) {
            return Verification.missing("The tests could not be run: " + broken.getMessage(), name());
        }
    }

    /**
     * Keeps the logs. Those that an agent wrote for people may be too large to keep; its verdict does not depend on
     * them.
     */
    private void keepLogs() throws InterruptedException {
        for (String logs : List.of(LOGS, ARTIFACTS)) {
            try {
                host().collect(logs);
            } catch (InputException tooMuch) {
                LOGGER.warn("{} of the task {} is not kept: {}", logs, task.id(), tooMuch.getMessage());
            }
        }
    }

    /**
     * Joins the results of the tests of the finished steps: the last ones', or for each reward the mean, where a
     * missing one counts 0.
     */
    private Verification joined(Verification last) {
        // If the result of one step is unknown, so is the mean.
        if (task.takesFinalReward() || last.isMissing()) {
            return last;
        }
        Map<String, Double> means = means();
        if (means.isEmpty()) {
            return last;
        }
        Verification all = Verification.of(means, last.environment()).withFacts(last.facts());
        return last.reason().or(last::problem).map(all::withReason).orElse(all);
    }

    private Map<String, Double> means() {
        Set<String> keys = new TreeSet<>();
        verified.forEach(each -> keys.addAll(each.rewards().keySet()));
        Map<String, Double> means = new TreeMap<>();
        keys.forEach(key -> means.put(key, verified.stream()
                .mapToDouble(each -> each.rewards().getOrDefault(key, 0.0)).average().orElse(0)));
        return means;
    }

    @Override
    public Optional<String> nextInstruction() {
        return stepIndex < task.steps().size() ? Optional.of(step().instruction()) : Optional.empty();
    }

    private Step step() {
        return task.steps().get(Math.min(stepIndex, task.steps().size() - 1));
    }

    private CommandHost host() {
        return host.orElseThrow(() -> new IllegalStateException("The environment was not started"));
    }

    private static Path folder(Path parent, String name) {
        try {
            return Files.createDirectories(parent.resolve(name)).toRealPath();
        } catch (IOException | UncheckedIOException failed) {
            throw new InputException("Cannot make the folder " + parent.resolve(name) + ": "
                    + (failed instanceof IOException cause ? AtomicFile.reasonOf(cause) : failed.getMessage())
                    + ". Check the permissions above it", failed);
        }
    }

    @Override
    public void close() {
        host.ifPresent(CommandHost::close);
        host = Optional.empty();
    }
}
