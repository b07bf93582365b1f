package dev.ipw.benchmarks.swefficiency;

import dev.ipw.benchmarks.patch.PatchTests;
import dev.ipw.benchmarks.patch.Testbed;
import dev.ipw.benchmarks.testlog.LogParser;
import dev.ipw.benchmarks.testlog.TestResults;
import dev.ipw.benchmarks.testlog.TestStatus;
import dev.ipw.benchmarks.testlog.WantedTests;
import dev.ipw.benchmarks.verification.Verification;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.ShellCommand;
import dev.ipw.error.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * The tests of a SWE-fficiency task: its workload is timed before and after the patch, and its covering tests are run
 * before and after. The reward is the patch's speed-up over the expert's; a patch that breaks a test has the ratio 1 /
 * the expert's speed-up, and no reward.
 *
 * @param record  the task
 * @param repeats the number of runs of the workload, before and after
 * @param longest the maximum time of a run of the workload or of the tests
 */
public record SwefficiencyTests(DatasetRecord record, int repeats, Duration longest) implements PatchTests {
    /** The name of the ratio of speed-ups among the rewards. */
    public static final String RATIO = "ratio";
    private static final Duration RESTORING = Duration.ofMinutes(2);
    /**
     * The commands that restore the covering tests, whose files come on standard input. Files that set tests up are
     * restored too, and new ones removed.
     */
    private static final String RESTORE_TESTS = """
            set -e
            while read -r file; do
              if git cat-file -e "$TREE:$file" 2>/dev/null; then git checkout -q "$TREE" -- "$file"; fi
            done
            git ls-tree -r --name-only "$TREE" | grep -E '(^|/)conftest[.]py$' | while read -r file; do
              git checkout -q "$TREE" -- "$file"
            done
            find . -name conftest.py -not -path './.git/*' | sed 's#^[.]/##' | while read -r file; do
              git cat-file -e "$TREE:$file" 2>/dev/null || rm -f "$file"
            done
            """;
    private static final String SPEEDUP = "speedup";
    private static final int MAX_LOG_BYTES = 64 << 20;
    private static final int SHOWN_TESTS = 5;
    /** The lock of timed runs: simultaneous workloads would slow each other. */
    private static final ReentrantLock TIMING = new ReentrantLock();
    private static final String PYTHON = """
            if [ -f /opt/miniconda3/bin/activate ]; then . /opt/miniconda3/bin/activate && conda activate testbed; fi
            """;
    private static final String TIMED = PYTHON + """
            python=$(command -v python || command -v python3) || { echo 'no python'; exit 9; }
            start=$(date +%%s%%N); "$python" %s; code=$?; end=$(date +%%s%%N)
            echo; echo "ipw-nanoseconds $((end - start))"; exit $code
            """;

    @Override
    public Optional<String> image() {
        return field("image_name");
    }

    @Override
    public Optional<String> problem() {
        if (image().isEmpty() || field("workload").isEmpty() || field("test_cmd").isEmpty()) {
            return Optional.of("the task names no image, workload and command of tests");
        }
        return expertSpeedup().isEmpty()
                ? Optional.of("the task does not say how much faster the expert made it")
                : Optional.empty();
    }

    private OptionalDouble expertSpeedup() {
        return record.metadata().get(SPEEDUP) instanceof Number number && number.doubleValue() > 0
                && Double.isFinite(number.doubleValue())
                        ? OptionalDouble.of(number.doubleValue())
                        : OptionalDouble.empty();
    }

    @Override
    public Verification failed(String why, String environment) {
        return Verification.of(Map.of(Verification.REWARD, 0.0, RATIO, 1 / expertSpeedup().orElse(1)), environment)
                .withReason(why);
    }

    @Override
    public Judging prepare(Testbed testbed, Path folder) throws InterruptedException {
        String workload = testbed.put("workload.py",
                field("workload").orElseThrow().getBytes(StandardCharsets.UTF_8));
        TestResults before = tests(testbed, folder.resolve("tests-before.txt"))
                .orElseThrow(() -> new InputException("the tests took too long without any patch"));
        if (before.byName().values().stream().noneMatch(TestStatus::isPass)) {
            throw new InputException("no covering test passes without any patch");
        }
        WorkloadTimes slow = timed(testbed, workload);
        String tree = testbed.tree();
        return () -> {
            restoreTests(testbed, tree);
            return judge(testbed, folder, before, slow, workload);
        };
    }

    /** Restores the tests: a patch is judged by the original tests, even if it changed them. */
    private void restoreTests(Testbed testbed, String tree) throws InterruptedException {
        CommandResult restored = testbed.run(new ShellCommand(RESTORE_TESTS, testFiles(), RESTORING,
                Map.of("TREE", tree)));
        if (!restored.isFine()) {
            throw new InputException("the files of the tests cannot be put back: " + Testbed.errorText(restored));
        }
    }

    private String testFiles() {
        return record.metadata().get("covering_tests") instanceof List<?> list
                ? list.stream().map(test -> String.valueOf(test).replaceFirst("::.*", "")).distinct()
                        .collect(Collectors.joining("\n", "", "\n"))
                : "";
    }

    private Verification judge(Testbed testbed, Path folder, TestResults before, WorkloadTimes slow, String workload)
            throws InterruptedException {
        Optional<String> rebuild = field("rebuild_cmd");
        if (rebuild.isPresent()) {
            CommandResult built = testbed.run(new ShellCommand(PYTHON + rebuild.get(), longest));
            if (!built.isFine()) {
                return failed("The patched repository cannot be built: " + Testbed.errorText(built), testbed.name());
            }
        }
        Optional<TestResults> after = tests(testbed, folder.resolve("test-output.txt"));
        if (after.isEmpty()) {
            return failed("The tests took longer than " + longest.toMinutes() + " min", testbed.name());
        }
        List<String> passed = before.byName().entrySet().stream().filter(test -> test.getValue().isPass())
                .map(Map.Entry::getKey).sorted().toList();
        List<String> broken = new WantedTests(List.of(), passed).broken(after.get());
        if (!broken.isEmpty()) {
            return failed(broken.size() + " of " + passed.size() + " covering tests passed before and do not any more: "
                    + broken.stream().limit(SHOWN_TESTS).collect(Collectors.joining(", ")), testbed.name())
                    .withFacts(Map.of("seconds_before", slow.format()));
        }
        return compared(testbed, slow, workload);
    }

    private Verification compared(Testbed testbed, WorkloadTimes slow, String workload) throws InterruptedException {
        WorkloadTimes fast;
        try {
            // A program that ran since may have changed it.
            testbed.put("workload.py", field("workload").orElseThrow().getBytes(StandardCharsets.UTF_8));
            fast = timed(testbed, workload);
        } catch (InputException untimed) {
            return failed("The workload does not run with the patch: " + untimed.getMessage(), testbed.name());
        }
        if (fast.isPrinted() != slow.isPrinted()) {
            return failed("The workload tells its time in another way with the patch", testbed.name());
        }
        double speedup = slow.median() / fast.median();
        double ratio = speedup / expertSpeedup().orElse(1);
        return Verification.of(Map.of(Verification.REWARD, ratio, RATIO, ratio, SPEEDUP, speedup), testbed.name())
                .withReason("The workload is " + rounded(speedup) + " times as fast, the expert made it "
                        + rounded(expertSpeedup().orElse(1)) + " times as fast")
                .withFacts(Map.of("seconds_before", slow.format(), "seconds_after", fast.format()));
    }

    private static String rounded(double number) {
        return String.format(Locale.ROOT, "%.3g", number);
    }

    private WorkloadTimes timed(Testbed testbed, String workload) throws InterruptedException {
        List<String> prints = new ArrayList<>();
        TIMING.lockInterruptibly();
        try {
            for (int repeat = 0; repeat < repeats; repeat++) {
                CommandResult result = testbed.run(new ShellCommand(TIMED.formatted(workload), longest));
                if (!result.isFine()) {
                    throw new InputException("the workload failed: " + Testbed.errorText(result));
                }
                prints.add(result.output());
            }
        } finally {
            TIMING.unlock();
        }
        return WorkloadTimes.of(prints);
    }

    /** Runs the covering tests; empty if they take too long. */
    private Optional<TestResults> tests(Testbed testbed, Path log) throws InterruptedException {
        CommandResult result = testbed.record(PYTHON + field("test_cmd").orElseThrow() + covering(), longest, log,
                MAX_LOG_BYTES);
        return result.end() == CommandEnd.TIMED_OUT
                ? Optional.empty()
                : Optional.of(LogParser.PYTEST_V2.parse(Testbed.text(log, MAX_LOG_BYTES)));
    }

    /** Returns the tests, each as one word of the shell. */
    private String covering() {
        return record.metadata().get("covering_tests") instanceof List<?> list
                ? list.stream().map(test -> " '" + String.valueOf(test).replace("'", "'\\''") + "'")
                        .collect(Collectors.joining())
                : "";
    }
}
