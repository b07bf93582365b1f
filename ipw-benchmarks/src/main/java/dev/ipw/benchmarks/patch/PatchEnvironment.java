package dev.ipw.benchmarks.patch;

import dev.ipw.benchmarks.verification.Verification;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** A container in which an agent changes a repository. Its changes are tested in a fresh one. */
public final class PatchEnvironment implements TaskEnvironment {
    private final Testbeds testbeds;
    private final PatchTests tests;
    private final String solution;
    private final Supplier<Path> taskFolder;
    private Optional<Testbed> testbed = Optional.empty();
    private String tree = "";

    /**
     * Describes the environment of a task.
     *
     * @param testbeds   the makers of its containers
     * @param tests      its tests
     * @param solution   the benchmark's own patch; blank if it has none
     * @param taskFolder the supplier of the folder of the query
     */
    public PatchEnvironment(Testbeds testbeds, PatchTests tests, String solution, Supplier<Path> taskFolder) {
        this.testbeds = testbeds;
        this.tests = tests;
        this.solution = solution;
        this.taskFolder = taskFolder;
    }

    @Override
    public String name() {
        return testbeds.name();
    }

    @Override
    public String workingFolder() {
        return Testbed.FOLDER;
    }

    @Override
    public Optional<Duration> longest() {
        return Optional.empty();
    }

    @Override
    public Optional<String> loopbackHost() {
        return testbed.flatMap(Testbed::loopbackHost);
    }

    @Override
    public void start() throws InterruptedException {
        Testbed made = testbeds.testbed(tests);
        testbed = Optional.of(made);
        made.start();
        tree = made.tree();
    }

    @Override
    public CommandResult run(ShellCommand command) throws InterruptedException {
        return testbed().run(command);
    }

    @Override
    public RunningCommand launch(ShellCommand command) {
        return testbed().launch(command);
    }

    @Override
    public Optional<CommandResult> solve() throws InterruptedException {
        return solution.isBlank()
                ? Optional.empty()
                : Optional.of(testbed().apply(solution.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void verify() throws InterruptedException {
        Path folder = taskFolder.get();
        verification(folder).write(folder);
    }

    private Verification verification(Path folder) throws InterruptedException {
        try {
            Optional<String> problem = testbed().diff(tree, folder);
            if (problem.isPresent()) {
                return tests.failed(problem.get(), name());
            }
            byte[] patch = BoundedFile.read(folder.resolve("patch.diff"), Testbed.MAX_PATCH_BYTES);
            return testbeds.tested(tests, patch, folder);
        } catch (InputException broken) {
            return Verification.missing("The patch could not be taken: " + broken.getMessage(), name());
        }
    }

    private Testbed testbed() {
        return testbed.orElseThrow(() -> new IllegalStateException("The environment was not started"));
    }

    @Override
    public void close() {
        testbed.ifPresent(Testbed::close);
        testbed = Optional.empty();
    }
}
