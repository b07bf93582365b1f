package dev.ipw.benchmarks.harbor;

import dev.ipw.benchmarks.environment.CommandHost;
import dev.ipw.benchmarks.environment.CopiedFiles;
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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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

/** The place of a task of Harbor's form: its environment, its tests, its solution, step by step. */
final class HarborEnvironment implements TaskEnvironment {
    private static final String LOGS = "/logs/agent";
    private static final String ARTIFACTS = "/logs/artifacts";
    private static final String VERIFIER = "/logs/verifier";
    private static final String TESTS = "/tests";
    private static final String SOLUTION = "/solution";
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final int SHOWN = 500;

    private final HarborTask task;
    private final HarborHosts hosts;
    private final HostVariables variables;
    private final Supplier<Path> taskFolder;
    private final List<Map<String, Double>> rewards = new ArrayList<>();
    private Optional<CommandHost> host = Optional.empty();
    private String workingFolder = "/";
    private int stepIndex;

    HarborEnvironment(HarborTask task, HarborHosts hosts, HostVariables variables, Supplier<Path> taskFolder) {
        this.task = task;
        this.hosts = hosts;
        this.variables = variables;
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
        CommandHost made = hosts.host(task, folder.resolve("workspace"),
                variables.filled(task.id(), task.environment().variables()));
        host = Optional.of(made);
        made.start();
        if (!task.environment().needsImage() && Files.isDirectory(task.environment().folder())) {
            fill(made, folder.resolve("workspace"));
        }
        made.open(LOGS, folder(folder, "agent"));
        made.open(ARTIFACTS, folder(folder, "artifacts"));
        workingFolder = run("pwd", LOOK).output().strip();
        if (task.environment().healthCheck().isPresent()) {
            awaitHealth(task.environment().healthCheck().get());
        }
    }

    /** Without an image the files of the environment are those of the working folder. */
    private void fill(CommandHost made, Path workspace) throws InterruptedException {
        if (made.name().equals("bubblewrap")) {
            CopiedFiles.into(task.environment().folder(), workspace);
        } else {
            made.put(task.environment().folder(), task.environment().workingFolder().orElse("/app"));
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
        return host().run(new HostCommand(new ShellCommand(commands, longest), Optional.empty(), Optional.empty()));
    }

    @Override
    public CommandResult run(ShellCommand command) throws InterruptedException {
        return host().run(ofAgent(command));
    }

    @Override
    public RunningCommand launch(ShellCommand command) {
        return host().launch(ofAgent(command));
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
        ShellCommand command = new ShellCommand(script(SOLUTION + "/solve.sh", LOGS + "/oracle.txt"), "",
                step().agent().longest().orElse(LONGEST), set);
        return Optional.of(host().run(ofAgent(command)));
    }

    private static String script(String path, String output) {
        return "chmod +x " + path + " 2>/dev/null; " + path + " >" + output + " 2>&1";
    }

    @Override
    public void verify() throws InterruptedException {
        Verification found = verification();
        if (found.problem().isEmpty()) {
            rewards.add(found.rewards());
        }
        boolean isWhole = found.problem().isEmpty() && task.steps().size() > 1;
        (isWhole ? Verification.of(joined(), found.environment()) : found)
                .write(taskFolder.get());
        boolean goesOn = found.problem().isEmpty() && step().leastRewards().entrySet().stream()
                .allMatch(least -> found.rewards().getOrDefault(least.getKey(), Double.NEGATIVE_INFINITY) >= least
                        .getValue());
        stepIndex = goesOn ? stepIndex + 1 : task.steps().size();
    }

    private Verification verification() throws InterruptedException {
        Worker verifier = step().verifier();
        Path folder = folder(taskFolder.get(), task.steps().size() == 1 ? "verifier" : "verifier-" + step().name());
        host().open(VERIFIER, folder);
        // What the agent put there is not of the tests.
        host().remove(TESTS);
        for (Path tests : step().tests()) {
            host().put(tests, TESTS);
        }
        ShellCommand command = new ShellCommand(script(TESTS + "/test.sh", VERIFIER + "/test-stdout.txt"), "",
                verifier.longest().orElse(LONGEST), variables.filled(task.id(), verifier.variables()));
        CommandResult result = host().run(new HostCommand(command, Optional.empty(), verifier.user()));
        host().remove(TESTS);
        host().collect(VERIFIER);
        host().collect(LOGS);
        host().collect(ARTIFACTS);
        return Verification.of(folder, result.end(), result.exitCode(), host().name());
    }

    /** Join the rewards of the steps: the last ones, or for each key the mean, where a missing one counts 0. */
    private Map<String, Double> joined() {
        if (task.takesFinalReward()) {
            return rewards.getLast();
        }
        Set<String> keys = new TreeSet<>();
        rewards.forEach(each -> keys.addAll(each.keySet()));
        Map<String, Double> means = new TreeMap<>();
        keys.forEach(key -> means.put(key,
                rewards.stream().mapToDouble(each -> each.getOrDefault(key, 0.0)).average().orElse(0)));
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
                    + (failed instanceof IOException cause ? AtomicFile.reasonOf(cause) : failed.getMessage()), failed);
        }
    }

    @Override
    public void close() {
        host.ifPresent(CommandHost::close);
        host = Optional.empty();
    }
}
