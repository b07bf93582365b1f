package dev.ipw.benchmarks.harbor;

import dev.ipw.benchmarks.harbor.EnvironmentSettings.HealthCheck;
import dev.ipw.benchmarks.taskfolder.TaskLabels;
import dev.ipw.benchmarks.taskfolder.TaskTree;
import dev.ipw.benchmarks.verification.Verification;
import dev.ipw.error.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A task of Harbor's form (schema 1.0 to 1.2), as defined in its folder.
 *
 * @param folder            the task's folder, its real path
 * @param id                the folder's name
 * @param name              the task's name in its file; empty if it has none
 * @param labels            its difficulty, category and tags
 * @param agent             limits of the agent
 * @param verifier          limits of the tests
 * @param environment       the settings of its environment
 * @param solutionVariables environment variables of the solution
 * @param steps             the steps, at least one
 * @param takesFinalReward  whether the last step's rewards are the task's; else their mean over the steps
 */
record HarborTask(Path folder, String id, Optional<String> name, TaskLabels labels, Worker agent, Worker verifier,
        EnvironmentSettings environment,
        Map<String, String> solutionVariables, List<Step> steps, boolean takesFinalReward) {
    static final String FILE = "task.toml";
    private static final String TEST = "test.sh";
    private static final String INSTRUCTION = "instruction.md";
    private static final int MAX_INSTRUCTION_BYTES = 4 << 20;
    private static final Duration VERIFIER_TIME = Duration.ofMinutes(10);

    /** Copies the collections. */
    HarborTask {
        solutionVariables = Map.copyOf(solutionVariables);
        steps = List.copyOf(steps);
    }

    /**
     * The limits of a part of the task.
     *
     * @param longest   the maximum time; empty for no limit
     * @param user      the user that runs it; empty uses that of the environment
     * @param variables environment variables, whose values may name variables of this machine
     */
    record Worker(Optional<Duration> longest, Optional<String> user, Map<String, String> variables) {}

    /**
     * A step of the task.
     *
     * @param name         its name; empty for the only step of a task without any
     * @param instruction  the instruction for the agent
     * @param tests        the folders with its tests, a later one over an earlier one
     * @param solution     the folder with its solution; empty if there is none
     * @param agent        limits of the agent in it
     * @param verifier     limits of its tests
     * @param leastRewards the minimum rewards, by key, for the next step to be done
     * @param files        the files that are put into the working folder before it; empty if there are none
     * @param healthCheck  the check of whether the environment is ready for it
     */
    record Step(String name, String instruction, List<Path> tests, Optional<Path> solution, Worker agent,
            Worker verifier, Map<String, Double> leastRewards, Optional<Path> files,
            Optional<HealthCheck> healthCheck) {}

    /**
     * Reads a task.
     *
     * @param folder its folder, with a task.toml
     * @throws InputException if a file is missing or torn, or a value wrong
     */
    static HarborTask read(Path folder) {
        TaskTree tree = TaskTree.of(folder);
        TaskFile file = TaskFile.read(tree, FILE);
        TaskFile metadata = file.table("metadata");
        Worker agent = worker(file.table("agent"), Optional.empty());
        Worker verifier = worker(file.table("verifier"), Optional.of(VERIFIER_TIME));
        refuseSeparateVerifier(file.table("verifier"));
        List<TaskFile> steps = file.tables("steps");
        return new HarborTask(folder, name(folder), file.table("task").text("name"),
                new TaskLabels(metadata.text("difficulty"), metadata.text("category"), metadata.list("tags")), agent,
                verifier,
                EnvironmentSettings.of(tree, file.table("environment")), file.table("solution").texts("env"),
                steps.isEmpty()
                        ? List.of(onlyStep(tree, agent, verifier))
                        : steps.stream().map(step -> step(tree, step, agent, verifier)).toList(),
                takesFinal(file));
    }

    /** Returns the variables of the task and its tests, by name; without those that only its solution needs. */
    Stream<Map<String, String>> variables() {
        return Stream.concat(Stream.of(environment.variables()),
                steps.stream().map(step -> step.verifier().variables()));
    }

    /** Returns the names of the variables of this machine that the task asks for. */
    Stream<String> hostVariables() {
        return Stream.concat(variables(), Stream.of(solutionVariables)).flatMap(HostVariables::named).distinct();
    }

    private static boolean takesFinal(TaskFile file) {
        String strategy = file.text("multi_step_reward_strategy").orElse("mean");
        if (!strategy.equals("mean") && !strategy.equals("final")) {
            throw file.wrong("multi_step_reward_strategy", "mean or final");
        }
        return strategy.equals("final");
    }

    private static void refuseSeparateVerifier(TaskFile verifier) {
        if (verifier.has("environment") || verifier.text("environment_mode").filter("separate"::equals).isPresent()) {
            throw new InputException(
                    "The task of " + verifier.file() + " has its tests run in an environment of their own"
                            + " (verifier.environment), which is not supported. Leave the task out, by the parameter tasks=!NAME");
        }
    }

    private static Worker worker(TaskFile table, Optional<Duration> usual) {
        return new Worker(table.seconds("timeout_sec").or(() -> usual), table.user("user"), table.texts("env"));
    }

    private static Step onlyStep(TaskTree tree, Worker agent, Worker verifier) {
        Path tests = tree.folder().resolve("tests");
        requireTest(tests, tree);
        return new Step("", instruction(tree.folder().resolve(INSTRUCTION), tree),
                tree.directory(tests).stream().toList(),
                solution(tree.folder(), tree), agent, verifier, Map.of(), Optional.empty(), Optional.empty());
    }

    private static Step step(TaskTree tree, TaskFile table, Worker agent, Worker verifier) {
        String name = table.text("name").filter(text -> !text.isBlank() && !text.contains("/") && !text.contains(".."))
                .orElseThrow(() -> table.wrong("name", "the name of a folder in steps/"));
        Path folder = tree.folder();
        Path own = folder.resolve("steps").resolve(name);
        Path tests = own.resolve("tests");
        List<Path> all = Stream.of(folder.resolve("tests"), tests).map(tree::directory).flatMap(Optional::stream)
                .toList();
        if (all.stream().noneMatch(each -> hasTest(each, tree))) {
            requireTest(tests, tree);
        }
        refuseSeparateVerifier(table.table("verifier"));
        Worker ofAgent = worker(table.table("agent"), agent.longest());
        Worker ofVerifier = worker(table.table("verifier"), verifier.longest());
        return new Step(name, instruction(own.resolve(INSTRUCTION), tree), all,
                solution(own, tree).or(() -> solution(folder, tree)),
                new Worker(ofAgent.longest(), ofAgent.user().or(agent::user), ofAgent.variables()),
                new Worker(ofVerifier.longest(), ofVerifier.user().or(verifier::user),
                        joined(verifier.variables(), ofVerifier.variables())),
                leastRewards(table), tree.directory(own.resolve("workdir")),
                table.has("healthcheck") ? Optional.of(HealthCheck.of(table.table("healthcheck"))) : Optional.empty());
    }

    private static Map<String, String> joined(Map<String, String> ofTask, Map<String, String> ofStep) {
        Map<String, String> all = new TreeMap<>(ofTask);
        all.putAll(ofStep);
        return all;
    }

    private static Map<String, Double> leastRewards(TaskFile step) {
        if (step.node().path("min_reward").isObject()) {
            TaskFile table = step.table("min_reward");
            Map<String, Double> all = new TreeMap<>();
            table.node().fieldNames().forEachRemaining(
                    key -> all.put(key, table.number(key).orElseThrow(() -> table.wrong(key, "a number"))));
            return all;
        }
        OptionalDouble least = step.number("min_reward");
        return least.isPresent() ? Map.of(Verification.REWARD, least.getAsDouble()) : Map.of();
    }

    private static void requireTest(Path tests, TaskTree tree) {
        if (!hasTest(tests, tree)) {
            throw new InputException("The task " + tree.folder() + " has no "
                    + tree.folder().relativize(tests.resolve(TEST)) + ", which runs its tests and writes the reward");
        }
    }

    private static boolean hasTest(Path tests, TaskTree tree) {
        return tree.file(tests.resolve(TEST)).isPresent();
    }

    private static Optional<Path> solution(Path folder, TaskTree tree) {
        Path solution = folder.resolve("solution");
        return tree.file(solution.resolve("solve.sh")).isPresent() ? tree.directory(solution) : Optional.empty();
    }

    private static String instruction(Path file, TaskTree tree) {
        if (tree.file(file).isEmpty()) {
            throw new InputException("There is no " + file + ", which says what the agent is to do");
        }
        String text = new String(tree.read(file, MAX_INSTRUCTION_BYTES), StandardCharsets.UTF_8).strip();
        if (text.isEmpty()) {
            throw new InputException(file + " is empty; it says what the agent is to do");
        }
        return text;
    }

    private static String name(Path folder) {
        Path last = folder.getFileName();
        return last == null ? folder.toString() : last.toString();
    }
}
