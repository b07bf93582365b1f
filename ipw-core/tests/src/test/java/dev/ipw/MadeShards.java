package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Scope;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.finishing.RunWriter;
import dev.ipw.results.internal.format.RunDifferences;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.run.PhaseTime;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunShard;
import dev.ipw.shard.ShardAttempt;
import dev.ipw.shard.ShardPlan;
import dev.ipw.shard.ShardSpec;
import dev.ipw.shard.internal.ShardPlanFile;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleFile;
import dev.ipw.telemetry.SampleFormat;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.recorded.ArrowSampleFormat;
import dev.ipw.testing.MadeRecords;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** Runs and shards of what a server served, as their processes would have left them. */
final class MadeShards {
    static final long MILLI = 1_000_000L;
    private static final long EPOCH_NANOS = 1_790_000_000_000_000_000L;
    private static final long PERIOD_NANOS = 20 * MILLI;

    private MadeShards() {}

    /**
     * A process that asked some of the requests.
     *
     * @param asks         selects the requests by their numbers
     * @param anchorNanos  the time of the server at which its clock begins
     * @param clockError   the error of its machine's wall clock
     * @param sampledFrom  the time of the server at which it began to sample
     * @param sampledUntil the time at which it ended; before the beginning if it did not sample
     * @param device       the name of the sampled device
     * @param scale        the factor by which its counter counts wrong
     * @param isServedHere whether its server is on its own machine
     * @param isPausing  whether a query has two requests, with a pause between them, where their times allow it
     */
    record Process(IntPredicate asks, long anchorNanos, long clockError, long sampledFrom, long sampledUntil,
            String device, double scale, boolean isServedHere, boolean isPausing) {
        static Process of(BatchedServer server, IntPredicate asks) {
            return new Process(asks, 0, 0, 0, server.endNanos(), "GPU-1", 1, true, false);
        }

        Process anchoredAt(long nanos) {
            return new Process(asks, nanos, clockError, sampledFrom, sampledUntil, device, scale, isServedHere,
                    isPausing);
        }

        Process withClockError(long nanos) {
            return new Process(asks, anchorNanos, nanos, sampledFrom, sampledUntil, device, scale, isServedHere,
                    isPausing);
        }

        Process sampling(long from, long until) {
            return new Process(asks, anchorNanos, clockError, from, until, device, scale, isServedHere,
                    isPausing);
        }

        Process scaledBy(double factor) {
            return new Process(asks, anchorNanos, clockError, sampledFrom, sampledUntil, device, factor, isServedHere,
                    isPausing);
        }

        Process reading(String other) {
            return new Process(asks, anchorNanos, clockError, sampledFrom, sampledUntil, other, scale, isServedHere,
                    isPausing);
        }

        /** Returns it with queries of two requests. */
        Process pausing() {
            return new Process(asks, anchorNanos, clockError, sampledFrom, sampledUntil, device, scale, isServedHere,
                    true);
        }

        /** Returns it with a server elsewhere, which an exporter reads. */
        Process askingElsewhere() {
            return new Process(asks, anchorNanos, clockError, sampledFrom, sampledUntil, device, scale, false,
                    isPausing);
        }
    }

    /** Writes and finishes the run of one process. */
    static RunReader write(Path folder, BatchedServer server, Process process) throws IOException {
        return write(folder, server, process, configuration(process.isServedHere), "a warning of 1 s");
    }

    /** Writes the plan of a run in shards. */
    static void plan(Path run, int shards, boolean isServerShared, boolean isServedHere) throws IOException {
        ShardPlanFile.join(Files.createDirectories(run), new ShardPlan(shards, 0, "", "",
                RunDifferences.settings(configuration(isServedHere)), Instant.ofEpochSecond(0, EPOCH_NANOS),
                Optional.empty(),
                isServerShared));
    }

    /** Writes and finishes a shard. */
    static RunReader shard(Path run, ShardSpec spec, BatchedServer server, Process process, String host)
            throws IOException {
        RunConfiguration whole = configuration(process.isServedHere);
        RunConfiguration ofShard = new RunConfiguration(whole.settings(), whole.client(), whole.datasetName(),
                whole.accounting(), whole.telemetryNote(), whole.system(), whole.hardwareLabel(), whole.clock(),
                whole.outputDirectory(), whole.command(), whole.versions(),
                Optional.of(new RunShard(spec, true, attempt(1, host))));
        return write(run.resolve(spec.folderName()), server, process, ofShard,
                "a warning of " + spec.index() + " s");
    }

    /** Resumes a finished shard in another process, and finishes it again. */
    static RunReader resumed(RunReader shard, long aheadNanos, String host) {
        RunClock clock = shard.summary().configuration().clock();
        try (Journal journal = Journal.append(shard.directory().journal())) {
            journal.append(new JournalEntry.Resumed(
                    new RunClock(clock.monotonicAnchorNanos() - aheadNanos, clock.epochAnchorNanos()), Map.of(),
                    Optional.of(attempt(2, host))));
            journal.sync();
        }
        return RunWriter.finish(shard.directory(), false);
    }

    private static ShardAttempt attempt(int number, String host) {
        return new ShardAttempt(number, "id", Optional.of(host), Optional.of(host),
                Instant.ofEpochSecond(0, EPOCH_NANOS));
    }

    private static RunConfiguration configuration(boolean isServedHere) {
        return MadeRecords.configuration(isServedHere
                ? ClientInfo.inProcess("fake", "m:1b")
                : ClientInfo.ofServer("fake", "m:1b", URI.create("http://server"), ServingHost.REMOTE), 1);
    }

    private static RunReader write(Path folder, BatchedServer server, Process process, RunConfiguration configuration,
            String warning) throws IOException {
        RunDirectory run = new RunDirectory(Files.createDirectories(folder));
        RunClock clock = new RunClock(process.anchorNanos,
                EPOCH_NANOS + process.anchorNanos + process.clockError);
        try (Journal journal = Journal.append(run.journal())) {
            journal.append(new JournalEntry.Begun(configuration.onClock(clock)));
            journal.append(new JournalEntry.Warned(warning));
            List<BatchedServer.Served> asked = server.requests().stream()
                    .filter(request -> process.asks.test(request.number))
                    .sorted(Comparator.comparingLong(BatchedServer.Served::endNanos)).toList();
            List<BatchedServer.Served> left = new ArrayList<>(asked);
            List<Timed> entries = new ArrayList<>();
            while (!left.isEmpty()) {
                BatchedServer.Served first = left.removeFirst();
                Optional<BatchedServer.Served> second = left.stream()
                        .filter(later -> process.isPausing && later.startNanos > first.endNanos()).findFirst();
                second.ifPresent(left::remove);
                entries.addAll(entries(Stream.concat(Stream.of(first), second.stream()).toList(),
                        process.anchorNanos));
            }
            entries.sort(Comparator.comparingLong(Timed::nanos));
            entries.forEach(entry -> journal.append(entry.entry));
            journal.append(new JournalEntry.PhaseTimed(new PhaseTime(RunPhase.MEASURING,
                    asked.stream().mapToLong(request -> request.startNanos).min().orElse(0) - process.anchorNanos,
                    asked.getLast().endNanos() - process.anchorNanos)));
            journal.sync();
        }
        if (process.sampledUntil > process.sampledFrom) {
            sample(run, server, process, clock);
        }
        return RunWriter.finish(run, false);
    }

    private static List<Timed> entries(List<BatchedServer.Served> requests, long anchorNanos) {
        String id = "record-" + requests.getFirst().number;
        boolean isRight = requests.getFirst().number % 3 != 0;
        List<ModelCall> calls = new ArrayList<>();
        for (BatchedServer.Served request : requests) {
            calls.add(call(calls.size() + 1, request, isRight, anchorNanos));
        }
        QueryOutcome outcome = QueryOutcome.of(id, calls);
        List<Timed> entries = new ArrayList<>();
        calls.forEach(call -> entries.add(new Timed(call.endNanos(), new JournalEntry.Called(id, call))));
        entries.add(new Timed(outcome.endNanos(),
                JournalEntry.Finished.of(DatasetRecord.of(id, "q", "a"), "exact", outcome)));
        entries.add(new Timed(outcome.endNanos(),
                new JournalEntry.Evaluated(id, MadeRecords.evaluation(isRight))));
        return entries;
    }

    /** An entry of a journal, and when it was written. */
    private record Timed(long nanos, JournalEntry entry) {}

    private static ModelCall call(int number, BatchedServer.Served request, boolean isRight, long anchorNanos) {
        long start = request.startNanos - anchorNanos;
        long[] chunks = request.tokenNanos.stream().mapToLong(nanos -> nanos - anchorNanos).toArray();
        OptionalLong first = OptionalLong.of(chunks[0]);
        OptionalLong last = OptionalLong.of(chunks[chunks.length - 1]);
        ResponseTimeline timeline = new ResponseTimeline(start, OptionalLong.of(start), first, first, first, last,
                last.getAsLong(), chunks);
        return ModelCall.answered(number, List.of(), InferenceResponse.of(isRight ? "a" : "b",
                TokenUsage.server(request.promptTokens, request.answerTokens)), timeline);
    }

    private static void sample(RunDirectory run, BatchedServer server, Process process, RunClock clock)
            throws IOException {
        Files.createDirectories(run.telemetry());
        Sensor counter = Sensor.energyCounter(process.device, Scope.GPU, "counter", 1e-3, OptionalLong.empty())
                .withLimitWatts(700);
        SampleFile description = new SampleFile("board", PERIOD_NANOS, !process.isServedHere, List.of(counter),
                List.of(new DeviceInfo(process.device, "a board", Optional.empty(), OptionalInt.of(0), Map.of())));
        try (SampleFormat.Writer writer = new ArrowSampleFormat().create(run.telemetry().resolve("board.arrow"),
                description, clock)) {
            for (long now = process.sampledFrom; now <= process.sampledUntil; now += PERIOD_NANOS) {
                long nanos = now - process.anchorNanos;
                writer.append(new SampleFormat.Row(OptionalLong.of(nanos), nanos, nanos,
                        new Number[]{Math.round(server.joulesAt(now) * 1e3 * process.scale)}, Map.of()));
            }
            writer.flush();
        }
    }
}
