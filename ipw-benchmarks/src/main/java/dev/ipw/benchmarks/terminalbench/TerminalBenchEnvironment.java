package dev.ipw.benchmarks.terminalbench;

import dev.ipw.benchmarks.environment.CommandHost;
import dev.ipw.benchmarks.environment.CopiedFiles;
import dev.ipw.benchmarks.environment.HostCommand;
import dev.ipw.benchmarks.taskfolder.TaskTree;
import dev.ipw.benchmarks.testlog.LogParser;
import dev.ipw.benchmarks.testlog.TestResults;
import dev.ipw.benchmarks.testlog.TestStatus;
import dev.ipw.benchmarks.verification.Verification;
import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.yaml.YamlDocument;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The environment of a task: a container, into which its tests are put after the agent has ended. */
final class TerminalBenchEnvironment implements TaskEnvironment {
    private static final String SOLUTION = "/oracle";
    private static final String LOGS = "/tmp/.ipw-tests";
    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final int MAX_LOG_BYTES = 64 << 20;
    private static final int SHOWN_TESTS = 5;

    private final TerminalBenchTask task;
    private final TaskContainers containers;
    private final Supplier<Path> taskFolder;
    private Optional<CommandHost> host = Optional.empty();
    private String workingFolder = "/";

    TerminalBenchEnvironment(TerminalBenchTask task, TaskContainers containers, Supplier<Path> taskFolder) {
        this.task = task;
        this.containers = containers;
        this.taskFolder = taskFolder;
    }

    @Override
    public String name() {
        return containers.name();
    }

    @Override
    public String workingFolder() {
        return workingFolder;
    }

    @Override
    public Optional<Duration> longest() {
        return Optional.of(task.agentTime());
    }

    @Override
    public Optional<String> loopbackHost() {
        return host.flatMap(CommandHost::loopbackHost);
    }

    @Override
    public void start() throws InterruptedException {
        CommandHost made = containers.container(task);
        host = Optional.of(made);
        made.start();
        workingFolder = run(new ShellCommand("pwd", LOOK)).output().strip();
    }

    @Override
    public CommandResult run(ShellCommand command) throws InterruptedException {
        return host().run(new HostCommand(command, Optional.empty(), Optional.empty()));
    }

    @Override
    public RunningCommand launch(ShellCommand command) {
        return host().launch(new HostCommand(command, Optional.empty(), Optional.empty()));
    }

    @Override
    public Optional<CommandResult> solve() throws InterruptedException {
        Optional<String> commands = Solution.read(TaskTree.of(task.folder()));
        if (commands.isEmpty()) {
            return Optional.empty();
        }
        try (CopiedFiles copies = new CopiedFiles()) {
            Path folder = copies.folder();
            AtomicFile.write(folder.resolve("solution.sh"), commands.get().getBytes(StandardCharsets.UTF_8));
            host().put(folder, SOLUTION);
        }
        return Optional.of(run(new ShellCommand(script(SOLUTION + "/solution.sh"), task.agentTime())));
    }

    private static String script(String path) {
        return "if command -v bash >/dev/null 2>&1; then bash " + path + "; else sh " + path + "; fi";
    }

    @Override
    public void verify() throws InterruptedException {
        verification().write(taskFolder.get());
    }

    private Verification verification() throws InterruptedException {
        if (!task.parser().equals("pytest")) {
            return Verification.missing("The results of the tests of " + task.id() + " are read by the parser "
                    + task.parser() + ", which is not known; pytest is", name());
        }
        try {
            return tested();
        } catch (InputException broken) {
            return Verification.missing("The tests could not be run: " + broken.getMessage(), name());
        }
    }

    private Verification tested() throws InterruptedException {
        putTests();
        try (CopiedFiles copies = new CopiedFiles()) {
            Path logs = copies.folder();
            host().open(LOGS, logs);
            CommandResult result = run(new ShellCommand("{ " + script(ComposeService.TESTS + "/run-tests.sh")
                    + "; } 2>&1 | { head -c " + MAX_LOG_BYTES + " >" + LOGS + "/log; cat >/dev/null; }",
                    task.testTime()));
            if (!run(new ShellCommand("true", LOOK)).isFine()) {
                throw new InputException("the container ended while the tests ran");
            }
            host().collect(LOGS);
            Path log = logs.resolve("log");
            byte[] printed = Files.isRegularFile(log, LinkOption.NOFOLLOW_LINKS)
                    ? BoundedFile.readUnlinked(log, MAX_LOG_BYTES)
                    : new byte[0];
            AtomicFile.write(taskFolder.get().resolve("test-output.txt"), printed);
            return result.end() == CommandEnd.TIMED_OUT
                    ? Verification.timedOut("The tests took longer than " + task.testTime().toSeconds() + " s", name())
                    : toVerification(LogParser.PYTEST.parse(new String(printed, StandardCharsets.UTF_8)));
        }
    }

    /** Puts the tests into the container, without files that the agent put there. */
    private void putTests() throws InterruptedException {
        host().remove(ComposeService.TESTS);
        TaskTree tree = TaskTree.of(task.folder());
        Optional<Path> tests = tree.directory(task.folder().resolve("tests"));
        if (tests.isPresent()) {
            host().put(tests.get(), ComposeService.TESTS);
        }
        try (CopiedFiles copies = new CopiedFiles()) {
            Path folder = copies.folder();
            AtomicFile.write(folder.resolve("run-tests.sh"),
                    tree.read(task.folder().resolve("run-tests.sh"), MAX_LOG_BYTES));
            host().put(folder, ComposeService.TESTS);
        }
    }

    private Verification toVerification(TestResults results) {
        if (results.isEmpty()) {
            return Verification.missing("The tests printed no result", name());
        }
        List<String> failed = results.byName().entrySet().stream().filter(test -> !test.getValue().isPass())
                .filter(test -> test.getValue() != TestStatus.SKIPPED).map(Map.Entry::getKey).sorted().toList();
        long passed = results.byName().values().stream().filter(TestStatus::isPass).count();
        Map<String, Double> rewards = new TreeMap<>(Map.of(Verification.REWARD,
                failed.isEmpty() && passed > 0 ? 1.0 : 0.0));
        rewards.put("passed", passed / (double) results.byName().size());
        return Verification.of(rewards, name()).withReason(failed.isEmpty()
                ? "No test passed"
                : failed.size() + " of " + results.byName().size() + " tests failed: "
                        + failed.stream().limit(SHOWN_TESTS).collect(Collectors.joining(", ")));
    }

    private CommandHost host() {
        return host.orElseThrow(() -> new IllegalStateException("The environment was not started"));
    }

    @Override
    public void close() {
        host.ifPresent(CommandHost::close);
        host = Optional.empty();
    }

    /** A reader of the solution of a task: solution.sh, else the commands of solution.yaml in their order. */
    private static final class Solution {
        private static final int MAX_BYTES = 4 << 20;

        /**
         * Reads the solution.
         *
         * @param task the task's files
         * @return its commands; empty if there is none
         * @throws InputException if it is torn
         */
        static Optional<String> read(TaskTree task) {
            Path script = task.folder().resolve("solution.sh");
            if (task.file(script).isPresent()) {
                return Optional.of(text(script, task));
            }
            Path list = task.folder().resolve("solution.yaml");
            return task.file(list).isPresent() ? Optional.of(commands(list, task)) : Optional.empty();
        }

        private static String text(Path file, TaskTree task) {
            return new String(task.read(file, MAX_BYTES), StandardCharsets.UTF_8);
        }

        private static String commands(Path file, TaskTree task) {
            StringBuilder script = new StringBuilder();
            if (YamlDocument.parse(text(file, task), file.toString()) instanceof List<?> steps) {
                for (Object step : steps) {
                    script.append(step instanceof Map<?, ?> map && map.get("command") instanceof String command
                            ? command
                            : refuse(file)).append('\n');
                }
                return script.toString();
            }
            return refuse(file);
        }

        private static String refuse(Path file) {
            throw new InputException(file + " must be a list of steps with a command each");
        }
    }
}
