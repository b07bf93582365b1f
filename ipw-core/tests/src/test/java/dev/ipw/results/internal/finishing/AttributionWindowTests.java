package dev.ipw.results.internal.finishing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.JournalDigest;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.results.internal.journal.RandomJournalEntries;
import dev.ipw.results.internal.journal.RunJournals;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.RunDirectory;
import dev.ipw.settings.ReplicaMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class AttributionWindowTests {
    private static final long MILLI = 1_000_000L;
    private static final int REQUESTS = 600;

    @TempDir
    Path folder;

    @Test
    void partsAddUpToTheWholeHoweverARunIsCut() {
        RunDirectory run = new RunDirectory(folder);
        writeJournal(run, new SplittableRandom(3));
        JournalDigest digest = JournalDigest.of(run.journal());
        Divided whole = divide(run, digest, Integer.MAX_VALUE);

        for (int most : new int[]{20, 64, 300}) {
            List<AttributionWindow> windows = AttributionWindow.of(digest.measured(), digest.times(), most);
            Divided cut = divide(run, digest, most);

            assertThat(windows).hasSizeGreaterThanOrEqualTo(REQUESTS / most);
            assertThat(cut.joules).hasSize(REQUESTS);
            double sum = cut.joules.stream().mapToDouble(Double::doubleValue).sum() + cut.total.idleJoules()
                    .orElseThrow() + cut.total.otherJoules().orElseThrow();
            double total = cut.total.total().joules().orElseThrow();
            assertThat(sum).isCloseTo(total, within(1e-9 * total));
            assertThat(total).isCloseTo(whole.total.total().joules().orElseThrow(), within(0.01 * total));
            assertThat(cut.total.requestsWithEnergy()).isEqualTo(whole.total.requestsWithEnergy());
        }
    }

    @Test
    void windowsFollowEachOtherAndHoldEveryRequestOnce() {
        RunDirectory run = new RunDirectory(folder);
        writeJournal(run, new SplittableRandom(4));
        JournalDigest digest = JournalDigest.of(run.journal());

        List<AttributionWindow> windows = AttributionWindow.of(digest.measured(), digest.times(), 50);

        assertThat(windows.getFirst().span().startNanos()).isEqualTo(digest.measured().getFirst().startNanos());
        for (int i = 1; i < windows.size(); i++) {
            assertThat(windows.get(i).span().startNanos()).isEqualTo(windows.get(i - 1).span().endNanos());
            assertThat(windows.get(i).started() - windows.get(i - 1).started()).isBetween(1, 51);
        }
        assertThat(windows.getLast().span().endNanos()).isEqualTo(digest.measured().getLast().endNanos());
        assertThat(windows.getLast().started()).isEqualTo(REQUESTS);
    }

    private static Divided divide(RunDirectory run, JournalDigest digest, int most) {
        RunEnergy energy = new RunEnergy(List.of(counter(digest.measured().getFirst())), false, Map.of(),
                device -> List.of(),
                "",
                digest::measured, DevicePowers.none(), AttributionRule.AUTO);
        List<Double> joules = new ArrayList<>();
        try (CallActivities calls = new CallActivities()) {
            JournalDigest.of(RunJournals.of(run), calls);
            CallShares shares = new CallShares(calls, digest, energy,
                    new ServingDevices(List.of(), Set.of(), ReplicaMap.NONE),
                    AttributionWindow.of(digest.measured(), digest.times(), most), List.of(), true);
            for (Optional<CallShares.Share> next = shares.next(); next.isPresent(); next = shares.next()) {
                assertThat(next.get().activity().id()).isEqualTo("request-" + joules.size());
                EnergyMetrics used = energy.of(next.get().activity(), next.get().devices());
                joules.add(used.headline().joules().orElseThrow());
            }
        }
        return new Divided(joules, energy.totals().getFirst());
    }

    private record Divided(List<Double> joules, DeviceTotals total) {}

    /** Count 200 W each 10 ms, from before a window until after it. */
    private static DeviceSeries counter(TimeSpan measured) {
        CounterRecorder counter = new CounterRecorder(
                new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "test gpu-0", 10 * MILLI), 1,
                OptionalLong.empty(), OptionalDouble.empty());
        long joules = 0;
        for (long now = 0; now < measured.endNanos() + 500 * MILLI; now += 10 * MILLI) {
            joules += 2;
            counter.record(now, now, joules);
        }
        return counter.series();
    }

    private static void writeJournal(RunDirectory run, SplittableRandom random) {
        List<JournalEntry> entries = new ArrayList<>();
        long start = 300 * MILLI;
        for (int request = 0; request < REQUESTS; request++) {
            start += random.nextInt(40) * MILLI;
            long begun = start;
            long[] chunks = LongStream.rangeClosed(1, 1 + random.nextInt(20)).map(chunk -> begun + chunk * 5 * MILLI)
                    .toArray();
            OptionalLong first = OptionalLong.of(chunks[0]);
            long end = chunks[chunks.length - 1];
            ResponseTimeline timeline = new ResponseTimeline(begun, OptionalLong.of(begun), first, first, first,
                    OptionalLong.of(end), end, chunks);
            String id = "request-" + request;
            QueryOutcome outcome = QueryOutcome.of(id, ModelCall.answered(1, List.of(),
                    InferenceResponse.of("a", TokenUsage.server(10, chunks.length)), timeline));
            entries.add(new JournalEntry.Called(id, outcome.calls().getFirst()));
            entries.add(JournalEntry.Finished.of(DatasetRecord.of(id, "q", "a"), "exact", outcome));
        }
        try (Journal journal = Journal.append(run.journal())) {
            journal.append(new JournalEntry.Begun(RandomJournalEntries.configuration()));
            entries.forEach(journal::append);
        }
    }
}
