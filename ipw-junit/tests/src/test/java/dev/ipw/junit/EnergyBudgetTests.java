package dev.ipw.junit;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.Transcript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

@Tag("real-time")
class EnergyBudgetTests {
    private static final String MACHINE = "fabricated";
    @TempDir
    private Path folder;

    private TestLaunch.Results run(Class<?> testClass) {
        return TestLaunch.of(folder, MACHINE).run(testClass);
    }

    static class Cheap {
        @Test
        @EnergyBudget(joules = 5)
        void test() {
            FabricatedMachine.use(2.5);
        }
    }

    @Test
    void passesATestBelowItsBudgetAndPublishesItsFigures() {
        TestLaunch.Results results = run(Cheap.class);

        assertThat(results.message()).isEmpty();
        assertThat(results.status()).isEqualTo(Status.SUCCESSFUL);
        assertThat(results.entries()).containsEntry("ipw.conclusion", "PASS").hasEntrySatisfying("ipw.provenance",
                text -> assertThat(text).startsWith("MEASURED (fabricated counter)"))
                .containsKeys("ipw.joules", "ipw.repetitions", "ipw.device.total", "ipw.process.share");
    }

    static class Dear {
        @Test
        @EnergyBudget(joules = 1, scope = Scope.PACKAGE)
        void test() {
            FabricatedMachine.use(2.5);
        }
    }

    @Test
    void failsATestAboveItsBudgetWithTheInterval() {
        TestLaunch.Results results = run(Dear.class);

        assertThat(results.thrown()).containsInstanceOf(AssertionFailedError.class);
        assertThat(results.message()).startsWith("FAIL: mean energy 2.").contains("above the budget of 1.000 J", "[2.");
    }

    static class Noisy {
        private static final AtomicInteger CALLS = new AtomicInteger();

        @Test
        @EnergyBudget(joules = 2.1, repetitions = 6)
        void test() {
            FabricatedMachine.use(CALLS.incrementAndGet() % 2 == 0 ? 1 : 3);
        }
    }

    @Test
    void abortsATestThatIsNotDecidedAndSaysHowManyRepetitionsWould() {
        TestLaunch.Results results = run(Noisy.class);

        assertThat(results.thrown()).containsInstanceOf(TestAbortedException.class);
        assertThat(results.message()).startsWith("INCONCLUSIVE: ").contains("the interval holds the budget of 2.100 J")
                .containsPattern("\\(repetitions = \\d+\\)");
    }

    @Test
    void measuresOnAFabricatedTreeOfTheKernel() {
        TestLaunch.Results results = TestLaunch.of(folder, "fabricated-rapl:" + folder.resolve("kernel"))
                .run(Cheap.class);

        assertThat(results.message()).isEmpty();
        assertThat(results.entries().get("ipw.provenance")).startsWith("MEASURED (powercap package-0)");
    }

    static class WorkTest {
        @Test
        @EnergyBudget(joules = 1e9, allowEstimates = true)
        void takesAnEstimateWhereNothingMeasures() {
            new Estimated().test();
        }
    }

    @Test
    void concludesInTheWordsOfTheGuide() throws Exception {
        String kernel = "fabricated-rapl:" + folder;
        String skipped = TestLaunch.of(folder, "auto").run(Cheap.class).message();
        // A fabricated machine may have a counter that stands still, which is another reason.
        assumeThat(skipped).contains("none of these can be read: ");
        String conclusions = String.join("\n",
                TestLaunch.of(folder, kernel + "/1").run(Dear.class).message(),
                TestLaunch.of(folder, kernel + "/2").run(Noisy.class).message(), skipped);
        Path other = folder.resolve("other");
        TestLaunch.of(other, "host,process").run(WorkTest.class);

        assertThat(Transcript.differences(Path.of("..", "..", "docs", "junit.md"), getClass(), conclusions,
                Files.readString(other.resolve("build/ipw-energy.json")))).isEmpty();
    }

    @Test
    void runsATestOnceAndSkipsItWhereNothingMeasures() {
        Lifecycle.reset();

        TestLaunch.Results results = TestLaunch.of(folder, "none").run(Lifecycle.class);

        assertThat(results.thrown()).containsInstanceOf(TestAbortedException.class);
        assertThat(results.message()).isEqualTo("SKIPPED: nothing measures energy here\nWhy: telemetry is switched off"
                + "\nWhat to do: set ipw.collectors to auto");
        assertThat(Lifecycle.CALLS).hasValue(1);
    }

    @Test
    void saysOnThreeLinesWhatNothingMeasuresWhyAndWhatToDo() {
        // The sensors of this machine are hidden from tests, or stand still where it is a fabricated one.
        TestLaunch.Results results = TestLaunch.of(folder, "auto").run(Cheap.class);

        assertThat(results.message().lines()).hasSize(3).allSatisfy(line -> assertThat(line)
                .hasSizeLessThanOrEqualTo(240));
        assertThat(results.message()).startsWith("SKIPPED: nothing measures energy here\nWhy: ")
                .containsAnyOf("none of these can be read: ", "powercap")
                .contains("\nWhat to do: accept an estimate from processor time with allowEstimates = true");
        assertThat(results.entries().get("ipw.reason")).contains("powercap");
    }

    static class Required {
        @Test
        @EnergyBudget(joules = 5, required = true)
        void test() {}
    }

    @Test
    void failsARequiredBudgetWhereNothingMeasures() {
        TestLaunch.Results results = TestLaunch.of(folder, "none").run(Required.class);

        assertThat(results.thrown()).containsInstanceOf(AssertionFailedError.class);
        assertThat(results.message()).contains("the budget is required", "telemetry is switched off");
    }

    static class RequiredEstimate {
        @Test
        @EnergyBudget(joules = 1e9, required = true, allowEstimates = true)
        void test() {}
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEAD_PACKAGE", "DEAD_PLATFORM"})
    void failsARequiredBudgetWhereTheCounterStandsStill(String machine) {
        TestLaunch launch = TestLaunch.of(folder, "cased:" + machine);

        assertThat(launch.run(Required.class).message())
                .startsWith("FAIL: the budget is required, and nothing measures")
                .contains("its counter has not moved");
        assertThat(launch.run(RequiredEstimate.class).message()).as("an estimate does not do")
                .startsWith("FAIL: the budget is required, and nothing measures");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEAD_PACKAGE", "DEAD_PLATFORM"})
    void takesTheEstimateThatIsAllowedWhereTheCounterStandsStill(String machine) {
        TestLaunch.Results results = TestLaunch.of(folder, "host,process,cased:" + machine).run(Estimated.class);

        assertThat(results.message()).isEmpty();
        assertThat(results.entries()).containsEntry("ipw.conclusion", "PASS").hasEntrySatisfying("ipw.provenance",
                text -> assertThat(text).startsWith("ESTIMATED"));
        assertThat(TestLaunch.of(folder, "cased:" + machine).run(Cheap.class).message())
                .startsWith("SKIPPED: nothing measures energy here\nWhy: ").contains("its counter has not moved");
    }

    static class FailingLater {
        private static final AtomicInteger CALLS = new AtomicInteger();

        @Test
        @EnergyBudget(joules = 5)
        void test() {
            FabricatedMachine.use(1);
            assertThat(CALLS.incrementAndGet()).as("calls").isLessThan(3);
        }
    }

    @Test
    void saysInWhichCallARepeatedTestFailed() {
        FailingLater.CALLS.set(0);
        TestLaunch.Results results = run(FailingLater.class);

        assertThat(results.message()).startsWith("in call 3 of a test repeated by @EnergyBudget: [calls]");
        assertThat(results.thrown()).containsInstanceOf(AssertionFailedError.class);
    }

    static class WithSession {
        @Test
        @EnergyBudget(joules = 5)
        void test(TelemetrySession session) {
            session.measure(() -> FabricatedMachine.use(1));
        }
    }

    @Test
    void refusesASessionWithinABudgetedTest() {
        assertThat(run(WithSession.class).message())
                .contains("is a TelemetrySession, and @EnergyBudget measures the test");
    }

    static class Tolerant {
        @Test
        @EnergyBudget(joules = 5, tolerance = 20)
        void test() {}
    }

    @Test
    void refusesAToleranceThatIsMeantInPercent() {
        assertThat(run(Tolerant.class).message())
                .isEqualTo("@EnergyBudget: tolerance must be a share from 0 to 1, as 0.1 for 10 percent, not 20.0");
    }

    static class Estimated {
        @Test
        @EnergyBudget(joules = 1e9, allowEstimates = true)
        void test() {
            long sum = 0;
            for (long number = 0; number < 20_000_000; number++) {
                sum += number * number % 7;
            }
            assertThat(sum).isPositive();
        }
    }

    @Test
    void labelsAnEstimateAsOne() {
        TestLaunch.Results results = TestLaunch.of(folder, "host,process").run(Estimated.class);

        assertThat(results.message()).isEmpty();
        assertThat(results.entries()).containsEntry("ipw.conclusion", "PASS").hasEntrySatisfying("ipw.provenance",
                text -> assertThat(text).startsWith("ESTIMATED"));
    }

    @Test
    void takesNoEstimateThatWasNotAllowed() {
        TestLaunch.Results results = TestLaunch.of(folder, "estimate").run(Cheap.class);

        assertThat(results.message()).startsWith("SKIPPED").contains("allowEstimates = true");
    }

    static class OfGraphics {
        @Test
        @EnergyBudget(joules = 5, scope = {Scope.GPU, Scope.PACKAGE})
        void test() {}
    }

    @Test
    void skipsABudgetOfAPartThatIsNotMeasured() {
        assertThat(run(OfGraphics.class).message())
                .contains("what is measured here is package, and the budget asks for gpu, package");
    }

    static class Lifecycle {
        static final AtomicInteger BEFORE = new AtomicInteger();
        static final AtomicInteger AFTER = new AtomicInteger();
        static final AtomicInteger CALLS = new AtomicInteger();
        static final AtomicInteger INSTANCES = new AtomicInteger();

        Lifecycle() {
            INSTANCES.incrementAndGet();
        }

        static void reset() {
            List.of(BEFORE, AFTER, CALLS, INSTANCES).forEach(count -> count.set(0));
        }

        @BeforeEach
        void before() {
            BEFORE.incrementAndGet();
        }

        @AfterEach
        void after() {
            AFTER.incrementAndGet();
        }

        @Test
        @EnergyBudget(joules = 5, warmups = 2)
        void test() {
            CALLS.incrementAndGet();
            FabricatedMachine.use(2.5);
        }
    }

    @Test
    void repeatsTheMethodOnlyOnTheSameInstance() {
        Lifecycle.reset();

        assertThat(run(Lifecycle.class).message()).isEmpty();
        assertThat(Lifecycle.CALLS.get()).isGreaterThan(6);
        assertThat(Lifecycle.BEFORE).hasValue(1);
        assertThat(Lifecycle.AFTER).hasValue(1);
        assertThat(Lifecycle.INSTANCES).hasValue(1);
    }

    @EnergyBudget(joules = 3)
    static class OfAClass {
        @ParameterizedTest
        @ValueSource(doubles = {2, 4})
        void test(double joules) {
            FabricatedMachine.use(joules);
        }

        @Nested
        class Inside {
            @Test
            void ofTheClassAround() {
                FabricatedMachine.use(4);
            }

            @Test
            @EnergyBudget(joules = 5)
            void ofItsOwn() {
                FabricatedMachine.use(4);
            }
        }
    }

    @Test
    void decidesEachInvocationByTheNearestBudget() throws Exception {
        assertThat(run(OfAClass.class).all()).extracting(result -> result.getStatus())
                .containsExactlyInAnyOrder(Status.SUCCESSFUL, Status.FAILED, Status.FAILED, Status.SUCCESSFUL);
        assertThat(Files.readString(folder.resolve("build/ipw-energy.json"))).contains(
                "EnergyBudgetTests$OfAClass.test(double)#1\"", "OfAClass.test(double)#2\"",
                "OfAClass$Inside.ofItsOwn()\"");
    }

    static class Wrong {
        @Test
        @EnergyBudget(joules = 5)
        void test() {
            Assertions.assertEquals(4, 2 + 3);
        }
    }

    @Test
    void letsATestFailForItsOwnReason() {
        assertThat(run(Wrong.class).message()).isEqualTo("expected: <4> but was: <5>");
    }

    @EnergyBudget(joules = 5)
    static class Factory {
        @TestFactory
        List<DynamicTest> tests() {
            return List.of();
        }
    }

    @Test
    void refusesDynamicTestsWhichItCannotRepeat() {
        assertThat(run(Factory.class).events().containerEvents().failed().stream().toList()).hasSize(1);
    }

    static class Impossible {
        @Test
        @EnergyBudget(joules = 5, confidence = 1)
        void test() {}
    }

    @Test
    void refusesAConfidenceThatNoDataGives() {
        assertThat(run(Impossible.class).message())
                .isEqualTo("@EnergyBudget: confidence must be from 0.5 up to below 1, not 1.0");
    }

    static class Growing {
        static volatile double joules;
        private static final AtomicInteger CALLS = new AtomicInteger();

        /** Alternate, so that the repetitions do not follow each other as a busy machine's do. */
        @Test
        @EnergyBudget(tolerance = 0.2, repetitions = 8)
        void test() {
            FabricatedMachine.use(CALLS.getAndIncrement() % 2 == 0 ? joules : 1.02 * joules);
        }
    }

    @Test
    void comparesWithTheStoredBaselineOfThisMachine() {
        Growing.joules = 2;
        TestLaunch.Results without = run(Growing.class);
        assertThat(without.message()).startsWith("INCONCLUSIVE").contains("neither a budget nor a baseline");

        TestLaunch.Results written = TestLaunch.of(folder, MACHINE).with("ipw.baseline", "update").run(Growing.class);
        assertThat(written.status()).as(written.message()).isEqualTo(Status.SUCCESSFUL);
        assertThat(written.entries().get("ipw.reason")).contains("the baseline was written to");

        assertThat(run(Growing.class).status()).isEqualTo(Status.SUCCESSFUL);
        Growing.joules = 3;
        assertThat(run(Growing.class).message()).startsWith("FAIL").contains("above the baseline 2.");
    }

    static class Side {
        static final AtomicInteger INSIDE = new AtomicInteger();
        static final AtomicInteger MAX = new AtomicInteger();

        static void enter() {
            MAX.accumulateAndGet(INSIDE.incrementAndGet(), Math::max);
            FabricatedMachine.use(1);
            INSIDE.decrementAndGet();
        }

        @Test
        @EnergyBudget(joules = 5)
        void one() {
            enter();
        }

        @Test
        @EnergyBudget(joules = 5)
        void other() {
            enter();
        }

        @Test
        void unmeasured() {
            enter();
        }
    }

    @Test
    void measuresOneTestAtATimeHoweverManyRunInParallel() {
        TestLaunch.Results results = TestLaunch.of(folder, MACHINE)
                .with("junit.jupiter.execution.parallel.enabled", "true")
                .with("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .with("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .with("junit.jupiter.execution.parallel.config.fixed.parallelism", "4").run(Side.class);

        assertThat(results.all()).extracting(result -> result.getStatus()).containsOnly(Status.SUCCESSFUL).hasSize(3);
        assertThat(Side.MAX).hasValue(1);
    }

    @Test
    void writesOneFileAndOnePageForAllLaunchesOfABuild() throws Exception {
        run(Cheap.class);
        run(Dear.class);

        String json = Files.readString(folder.resolve("build/ipw-energy.json"));
        assertThat(json).contains("\"format\" : 1", "Cheap.test()", "Dear.test()", "\"conclusion\" : \"FAIL\"");
        assertThat(Files.readString(folder.resolve("build/ipw-energy.html")))
                .contains("<td class=\"PASS\">PASS</td>", "<td class=\"FAIL\">FAIL</td>",
                        "EnergyBudgetTests$Dear.test()");
        assertThat(Files.readString(folder.resolve("build/ipw-energy.md")))
                .startsWith("|  | Test | Joules of a call | Source | Why |\n|---|---|---:|---|---|\n| PASS | ")
                .contains("Cheap.test() | ", "\n| FAIL | ", "Dear.test() | ");
    }
}
