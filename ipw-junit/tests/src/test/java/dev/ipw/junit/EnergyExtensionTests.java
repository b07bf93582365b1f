package dev.ipw.junit;

import dev.ipw.ProfileRun;
import dev.ipw.ProfilerBuilder;
import dev.ipw.junit.fake.FakeInferenceClient;
import dev.ipw.telemetry.TelemetrySession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

import static dev.ipw.junit.EnergyAssertions.joules;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class EnergyExtensionTests {
    private static final String MACHINE = "fabricated";
    @TempDir
    private Path folder;

    @ExtendWith(EnergyExtension.class)
    static class OfSessions {
        static final Set<TelemetrySession> SEEN = new HashSet<>();

        @Test
        void one(TelemetrySession session) {
            SEEN.add(session);
            EnergyAssertions.assertThat(session.measure(() -> FabricatedMachine.use(2))).energy().isBelow(joules(5));
        }

        @Test
        void other(TelemetrySession session) {
            SEEN.add(session);
        }
    }

    @Test
    void handsAllTestsTheSameSessionAndClosesItAfterTheLast() {
        OfSessions.SEEN.clear();

        TestLaunch.Results results = TestLaunch.of(folder, MACHINE).run(OfSessions.class);

        assertThat(results.all()).extracting(result -> result.getStatus()).containsOnly(Status.SUCCESSFUL).hasSize(2);
        assertThat(OfSessions.SEEN).hasSize(1);
        assertThat(FabricatedMachine.isOpen()).isFalse();
    }

    /** Leaves out what takes time and shows nothing here. */
    static final class Brief implements UnaryOperator<ProfilerBuilder> {
        @Override
        public ProfilerBuilder apply(ProfilerBuilder builder) {
            return builder.measurement(settings -> settings.idleSeconds(0).warmupQueries(0).calibration(false));
        }
    }

    static class Profiled {
        static int queries;

        @Test
        @ProfileWith(client = "embedded", dataset = "arithmetic", maxQueries = 4, configuration = Brief.class)
        void test(ProfileRun run) {
            queries = run.dimension("output_tokens").length;
            ProfileAssertions.assertThat(run).accuracy().isAbove(-1);
        }
    }

    /** Answers with joules that the counter is sure to show within each query, however fast or busy the machine is. */
    static final class TwoJoulesEach implements UnaryOperator<ProfilerBuilder> {
        @Override
        public ProfilerBuilder apply(ProfilerBuilder builder) {
            return new Brief().apply(builder).client(FakeInferenceClient.answering(prompt -> {
                FabricatedMachine.use(2);
                return "4";
            }));
        }
    }

    static class Drawing {
        static double joulesPerQuery;

        /** The width of the intervals depends on how often the counter was read, which is for the machine to say. */
        @Test
        @ProfileWith(dataset = "arithmetic", maxQueries = 4, configuration = TwoJoulesEach.class)
        void test(ProfileRun run) {
            joulesPerQuery = run.efficiency().joulesPerQuery().estimate().orElseThrow().value();
            ProfileAssertions.assertThat(run).joulesPerQuery().isBelow(joules(1e9)).isMeasured();
            ProfileAssertions.assertThat(run).intelligencePerJoule().isBelow(1e9);
        }
    }

    @Test
    void handsATestTheFiguresOfItsProfile() {
        TestLaunch.Results results = TestLaunch.of(folder, MACHINE).run(Drawing.class);

        assertThat(results.message()).isEmpty();
        assertThat(results.status()).isEqualTo(Status.SUCCESSFUL);
        assertThat(Drawing.joulesPerQuery).isCloseTo(2, within(0.1));
    }

    @Test
    void profilesAModelForATest() {
        TestLaunch.Results results = TestLaunch.of(folder, MACHINE).run(Profiled.class);

        assertThat(results.message()).isEmpty();
        assertThat(Profiled.queries).isEqualTo(4);
        assertThat(folder.resolve("build/ipw-profiles")).isDirectoryContaining(Files::isDirectory);
        assertThat(TestLaunch.of(folder, MACHINE).run(Profiled.class).status()).isEqualTo(Status.SUCCESSFUL);
    }

    @Test
    void asksNothingWhereNothingMeasures() {
        TestLaunch.Results results = TestLaunch.of(folder, "none").run(Profiled.class);

        assertThat(results.thrown()).containsInstanceOf(TestAbortedException.class);
        assertThat(results.message())
                .startsWith("SKIPPED: nothing measures energy here\nWhy: telemetry is switched off");
        assertThat(folder.resolve("build")).doesNotExist();
    }

    static class ProfileRequired {
        @Test
        @ProfileWith(client = "embedded", required = true)
        void test(ProfileRun run) {
            assertThat(run).isNotNull();
        }
    }

    @Test
    void failsAProfileWhoseJoulesAreRequiredWhereNothingMeasures() {
        TestLaunch.Results results = TestLaunch.of(folder, "none").run(ProfileRequired.class);

        assertThat(results.thrown()).containsInstanceOf(AssertionFailedError.class);
    }

    @Test
    void refusesABaselineModeThatItDoesNotKnow() {
        TestLaunch.Results results = TestLaunch.of(folder, MACHINE).with("ipw.baseline", "write")
                .run(EnergyBudgetTests.Cheap.class);

        assertThat(results.message()).isEqualTo("ipw.baseline is update or compare, not 'write'");
    }
}
