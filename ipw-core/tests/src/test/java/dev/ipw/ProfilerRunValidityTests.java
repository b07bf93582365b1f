package dev.ipw;

import dev.ipw.analysis.latency.LatencyAnalysis;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.load.Load;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Trust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Whether the times of a run may be trusted. */
@Tag("real-time")
class ProfilerRunValidityTests {
    private static final long SPIN_NANOS = 60_000_000;

    @TempDir
    Path runs;

    private ProfilerBuilder builder(InferenceClient client, int questions) {
        List<DatasetRecord> records = IntStream.range(0, questions)
                .mapToObj(i -> DatasetRecord.of("q" + i, "question " + i, "yes")).toList();
        return Profiler.builder().client(client).dataset(new FakeDataset(records))
                .measurement(how -> how.telemetry("none").warmupQueries(0).idleSeconds(0)).output(runs);
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    @Test
    void aClientThatTakesAllProcessorsMakesRequestsStartLate() throws InterruptedException {
        int processors = Runtime.getRuntime().availableProcessors();
        AtomicLong until = new AtomicLong();
        FakeClient spinning = new FakeClient(prompt -> {
            until.compareAndSet(0, System.nanoTime() + SPIN_NANOS);
            while (System.nanoTime() - until.get() < 0) {
                Thread.onSpinWait();
            }
            return "yes";
        }, ServingHost.REMOTE);

        ProfileRun run = run(builder(spinning, 4 * processors).load(Load.constant(100_000)));

        RunValidity validity = run.validity().orElseThrow();
        assertThat(validity.level()).isEqualTo(Trust.INVALID);
        assertThat(validity.dispatch().lags().count()).isEqualTo(4L * processors);
        assertThat(validity.dispatch().late()).isGreaterThanOrEqualTo(2L * processors);
        assertThat(validity.reasons()).anySatisfy(
                reason -> assertThat(reason.text()).contains("started late", "after they were due"));
        assertThat(run.analyze(new LatencyAnalysis()).summary()).containsEntry("times", "INVALID");
        assertThat(run.analyze(new LatencyAnalysis()).warnings())
                .anyMatch(text -> text.startsWith("Times are INVALID"));
    }

    @Test
    void collectionsOfGarbageAreCounted() throws InterruptedException {
        // A collection of nearly nothing takes no time that its bean can tell.
        List<byte[]> kept = IntStream.range(0, 200_000).mapToObj(size -> new byte[64]).toList();
        FakeClient littering = new FakeClient(prompt -> {
            System.gc();
            return "yes";
        });
        RunValidity validity = run(builder(littering, 4)).validity().orElseThrow();
        assertThat(validity.pauses().collections()).isGreaterThanOrEqualTo(4);
        assertThat(validity.pauses().collectionSeconds()).isPositive();
        assertThat(validity.ownProcessorPercent()).isPresent();
        assertThat(kept).isNotEmpty();
    }

    @Test
    void theValidityIsKeptWithTheRunAndSurvivesItsRecovery() throws InterruptedException, IOException {
        ProfileRun run = run(builder(new FakeClient(prompt -> "yes"), 12));
        RunValidity validity = run.validity().orElseThrow();
        assertThat(validity.dispatch().lags().count()).isEqualTo(12);
        assertThat(ProfileRun.open(run.path()).validity()).hasValue(validity);

        cutOff(run, true);
        assertThat(ProfileRun.recover(run.path()).validity()).hasValue(validity);
    }

    @Test
    void aRunThatWasKilledBeforeItsLastAnswerHasNoValidity() throws InterruptedException, IOException {
        ProfileRun run = run(builder(new FakeClient(prompt -> "yes"), 12));
        cutOff(run, false);
        ProfileRun recovered = ProfileRun.recover(run.path());
        assertThat(recovered.validity()).isEmpty();
        assertThat(recovered.analyze(new LatencyAnalysis()).summary()).containsEntry("times", "UNKNOWN");
    }

    private static void cutOff(ProfileRun run, boolean afterItsLastAnswer) throws IOException {
        Files.delete(run.path().resolve("summary.json"));
        Files.delete(run.path().resolve("state.json"));
        if (!afterItsLastAnswer) {
            Path journal = run.path().resolve("journal.jsonl");
            Files.write(journal, Files.readAllLines(journal).stream()
                    .filter(line -> line.contains("\"begun\"") || line.contains("\"finished\"")).toList());
        }
    }

    @Test
    void aRunWithoutAnAnswerHasNoValidity() throws InterruptedException {
        FakeClient failing = new FakeClient(prompt -> {
            throw new IllegalStateException("broken");
        });
        assertThat(run(builder(failing, 3)).validity()).isEmpty();
    }

    @Test
    void onlyAClientOfThisLibraryIsCalibratedAndOnlyIfWanted() throws InterruptedException {
        InferenceClient foreign = new FakeClient(prompt -> "yes");
        assertThat(run(builder(foreign, 3)).validity().orElseThrow().calibration()).isEmpty();
        assertThat(run(builder(new Known(foreign), 3)).validity().orElseThrow().calibration()).hasValueSatisfying(
                found -> assertThat(found.streams()).isEqualTo(1));
        assertThat(run(builder(new Known(foreign), 3).measurement(how -> how.calibration(false))).validity()
                .orElseThrow().calibration())
                .isEmpty();
    }

    @Test
    void leavesNoThreadBehind() throws InterruptedException {
        run(builder(new FakeClient(prompt -> "yes"), 3));
        // Waits for one that goes on, and the test then runs into its limit.
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("ipw-heartbeat")) {
                thread.join();
            }
        }
        assertThat(Thread.getAllStackTraces().keySet()).noneMatch(thread -> thread.getName().equals("ipw-heartbeat"));
    }

    /** Reports that it uses this library's transport. */
    private record Known(InferenceClient asked) implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return asked.describe();
        }

        @Override
        public boolean usesLibraryTransport() {
            return true;
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
                throws InferenceException, InterruptedException {
            return asked.infer(request, sink);
        }
    }
}
