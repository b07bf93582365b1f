package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.quality.internal.MeasurementWindowMonitor;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.SystemInfo;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.run.RunSettings;
import dev.ipw.telemetry.RunClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests of a run that was resumed which start late, as they do in a process that has just begun. */
class ResumedLateStartsTests {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long FIRST_TOKEN_NANOS = 100 * MILLI;
    private static final long LATE_NANOS = 80 * MILLI;

    @TempDir
    Path folder;

    /** Writes a run whose requests were as late as they say in each of two processes, and finishes it. */
    private RunValidity validity(int firstOnTime, int firstLate, int thenOnTime, int thenLate) {
        // All lies so long ago that no pause of this process can fall into it.
        RunClock clock = new RunClock(System.nanoTime() - TimeUnit.HOURS.toNanos(2), 1_700_000_000_000_000_000L);
        try (Journal journal = Journal.append(folder.resolve("journal.jsonl"))) {
            journal.append(new JournalEntry.Begun(new RunConfiguration(
                    RunSettings.measuredElsewhere("fabricated", LoadSettings.ofConcurrency(1)),
                    new ClientInfo("fabricated", "made", Optional.empty(), ServingHost.LOCAL, Map.of()), "fabricated",
                    RunAccounting.NONE, Optional.empty(),
                    new SystemInfo("Linux", "0", Optional.empty(), Optional.empty(), 1, Optional.empty()), "fabricated",
                    clock, folder.toString(), Optional.empty(), Map.of())));
            ask(journal, clock, 0, firstOnTime, firstLate);
            journal.append(new JournalEntry.Resumed(clock, Map.of(), Optional.empty()));
            ask(journal, clock, firstOnTime + firstLate, thenOnTime, thenLate);
        }
        return ProfileRun.recover(folder).validity().orElseThrow();
    }

    private static void ask(Journal journal, RunClock clock, int from, int onTime, int late) {
        try (MeasurementWindowMonitor watch = MeasurementWindowMonitor.start(clock, false)) {
            for (int number = from; number < from + onTime + late; number++) {
                ResponseTimeline timeline = timeline(number, number < from + onTime ? 0 : LATE_NANOS);
                journal.append(DatasetRecord.of("q" + number, "question " + number, "4"), "exact",
                        QueryOutcome.of("q" + number, ModelCall.answered(1, List.of(),
                                InferenceResponse.of("4", TokenUsage.server(10, 1)), timeline)),
                        Optional.empty());
                watch.takenUp(timeline);
                watch.answered(timeline);
            }
            journal.append(new JournalEntry.TimesJudged(watch.judge(Optional.empty()).orElseThrow()));
        }
    }

    private static ResponseTimeline timeline(int number, long lateNanos) {
        long due = number * TimeUnit.SECONDS.toNanos(1);
        long sent = due + lateNanos;
        OptionalLong first = OptionalLong.of(sent + FIRST_TOKEN_NANOS);
        return new ResponseTimeline(due, DispatchTimings.at(sent), OptionalLong.of(sent), first, first, first, first,
                first.getAsLong() + MILLI, new long[]{first.getAsLong()});
    }

    @Test
    void twoThatStartLateDoNotMakeTheTimesOfFortyInvalid() {
        RunValidity validity = validity(38, 0, 0, 2);

        assertThat(validity.reasons()).isEmpty();
        assertThat(validity.level()).isEqualTo(Trust.VALID);
        assertThat(validity.dispatch().lags().count()).isEqualTo(40);
        assertThat(validity.dispatch().late()).isEqualTo(2);
    }

    @Test
    void norDoTwoOfTheFirstProcess() {
        assertThat(validity(0, 2, 38, 0).level()).isEqualTo(Trust.VALID);
    }

    @Test
    void manyThatStartLateDoInWhicheverProcess() {
        RunValidity validity = validity(10, 10, 10, 10);

        assertThat(validity.level()).isEqualTo(Trust.INVALID);
        assertThat(validity.reasons()).singleElement().satisfies(
                reason -> assertThat(reason.text()).startsWith("20 of 40 requests started late"));
    }
}
