package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.TimeSpan;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.table.ArrowTableWriter;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.SystemInfo;
import dev.ipw.results.internal.finishing.RunWriter;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.PhaseTime;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunSettings;
import dev.ipw.telemetry.RunClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A run of drawn requests on a board that was killed once or twice and resumed, as its journal and its samples. What each
 * process sampled in the last part of a second before its kill was not on the disk. Between two processes the board idles, or
 * somebody else works on it. All of it is drawn, and nothing waits for a clock.
 */
final class KilledBoardRun {
    private static final double NANOS = 1e9;
    private static final double SAMPLE_SECONDS = 0.02;
    private static final double JOULES_PER_COUNT = 1e-3;

    private final SplittableRandom random;
    private final Board board;
    private final double idleWatts;
    private final double wattsMeanwhile;
    private final double leastLoad;
    private final List<double[]> changes = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    /**
     * How a board is read.
     *
     * @param limitWatts the most it may draw
     * @param tells      whether its driver tells that limit
     * @param step       seconds from one movement of its counter to the next; none if only its power is read
     * @param averaging  seconds over which readings of its power are means
     */
    record Board(double limitWatts, boolean tells, double step, double averaging) {
        boolean counts() {
            return step > 0;
        }
    }

    private static final class Part {
        private final List<double[]> requests = new ArrayList<>();
        private double sampledFrom;
        private double sampledTo;

        TimeSpan measured() {
            return new TimeSpan(nanos(requests.getFirst()[0]),
                    nanos(requests.stream().mapToDouble(request -> request[1]).max().orElseThrow()));
        }
    }

    KilledBoardRun(SplittableRandom random, Board board, int kills) {
        this.random = random;
        this.board = board;
        idleWatts = board.limitWatts * random.nextDouble(0.1, 0.35);
        wattsMeanwhile = random.nextInt(3) == 0 ? board.limitWatts : idleWatts;
        leastLoad = random.nextDouble(0.6, 0.98);
        double now = 0;
        change(now, idleWatts);
        for (int part = 0; part <= kills; part++) {
            now = serve(now, part < kills);
            if (part < kills) {
                change(now, wattsMeanwhile);
                now += logarithmic(1.2, 120);
                change(now, idleWatts);
            }
        }
    }

    private double logarithmic(double least, double most) {
        return Math.exp(random.nextDouble(Math.log(least), Math.log(most)));
    }

    private void change(double second, double watts) {
        changes.add(new double[]{second, watts});
    }

    /** Serve for a while from when the process has begun, and return when it ended. */
    private double serve(double begun, boolean killed) {
        Part part = new Part();
        part.sampledFrom = begun + random.nextDouble(0.05, 0.3);
        double now = part.sampledFrom + random.nextDouble(3, 6);
        // Some processes are killed before their first samples are on the disk.
        double end = now + (killed && random.nextInt(6) == 0 ? random.nextDouble(0.2, 1) : logarithmic(2, 60));
        while (now < end) {
            double start = now;
            change(now, board.limitWatts * random.nextDouble(leastLoad, 1));
            now += random.nextDouble(0.1, 1.5);
            if (now < end || !killed || part.requests.isEmpty()) {
                part.requests.add(new double[]{start, now});
                if (random.nextInt(3) == 0) {
                    change(now, idleWatts);
                    now += random.nextDouble(0.01, 0.3);
                }
            }
        }
        double last = part.requests.getLast()[1];
        if (killed) {
            end = Math.max(end, last + random.nextDouble(0, 0.05));
            change(end, idleWatts);
            part.sampledTo = end - random.nextDouble(0.02, 1);
        } else {
            end = last + 4;
            change(last, idleWatts);
            part.sampledTo = end;
        }
        parts.add(part);
        return end;
    }

    /** Return the joules from the begin to a moment. */
    private double joules(double second) {
        double sum = 0;
        for (int i = 0; i < changes.size() && changes.get(i)[0] < second; i++) {
            double to = i + 1 < changes.size()
                    ? Math.min(second, Math.max(changes.get(i)[0], changes.get(i + 1)[0]))
                    : second;
            sum += (to - changes.get(i)[0]) * changes.get(i)[1];
        }
        return sum;
    }

    /** Return the joules of the measured time. */
    double joules() {
        return parts.stream().map(Part::measured)
                .mapToDouble(span -> joules(span.endNanos() / NANOS) - joules(span.startNanos() / NANOS)).sum();
    }

    /** Return for how long it was measured. */
    double seconds() {
        return parts.stream().mapToDouble(part -> part.measured().nanos() / NANOS).sum();
    }

    /** Return for how much of that nothing was read. */
    double unreadSeconds() {
        return parts.stream().mapToDouble(part -> Math.max(0, part.measured().endNanos() / NANOS
                - Math.max(part.sampledTo, part.measured().startNanos() / NANOS))).sum();
    }

    /** Return for how much of the measured time nothing tells what was used: not read, or not yet shown by the counter. */
    double untoldSeconds() {
        return parts.stream().mapToDouble(part -> {
            double told = board.counts() ? Math.floor(part.sampledTo / board.step) * board.step : part.sampledTo;
            return Math.max(0, part.measured().endNanos() / NANOS
                    - Math.max(told, part.measured().startNanos() / NANOS));
        }).sum();
    }

    /**
     * Return by how much bounds may lie apart: what the board can have drawn unread, a step of its counter or a mean of its power
     * at each end of what was measured, and between two readings of its power where that jumped.
     */
    double explainedJoules() {
        double ends = 2 * parts.size() * (board.step + board.averaging + 2 * SAMPLE_SECONDS);
        // Without a limit a whole burst may lie in what was not read, and it is told by a tenth of a second at least.
        double bursts = board.tells ? 0 : parts.size() * (board.step + 0.1);
        double jumps = board.counts() ? 0 : 2 * SAMPLE_SECONDS * changes.size();
        return 1.2 * board.limitWatts * (unreadSeconds() + ends + bursts + jumps);
    }

    ProfileRun finish(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("telemetry"));
        RunClock clock = new RunClock(0, 1_700_000_000_000_000_000L);
        try (Journal journal = Journal.append(folder.resolve("journal.jsonl"))) {
            int number = 0;
            for (int at = 0; at < parts.size(); at++) {
                Part part = parts.get(at);
                journal.append(at == 0
                        ? new JournalEntry.Begun(configuration(clock, folder))
                        : new JournalEntry.Resumed(new RunClock(at, clock.epochAnchorNanos()), Map.of(),
                                Optional.empty()));
                for (double[] request : part.requests) {
                    append(journal, number++, request);
                }
                if (at == parts.size() - 1) {
                    journal.append(new JournalEntry.PhaseTimed(new PhaseTime(RunPhase.MEASURING,
                            part.measured().startNanos(), part.measured().endNanos())));
                }
                writeSamples(
                        folder.resolve("telemetry").resolve(at == 0 ? "made.arrow" : "made-" + (at + 1) + ".arrow"),
                        part);
            }
        }
        return ProfileRun.open(RunWriter.finish(new RunDirectory(folder), false).directory().path());
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * NANOS);
    }

    private static RunConfiguration configuration(RunClock clock, Path folder) {
        return new RunConfiguration(
                RunSettings.measuredElsewhere("fabricated", LoadSettings.ofConcurrency(1)),
                new ClientInfo("fabricated", "made", Optional.empty(), ServingHost.LOCAL, Map.of()),
                "fabricated", RunAccounting.NONE, Optional.empty(),
                new SystemInfo("Linux", "0", Optional.empty(), Optional.empty(), 1, Optional.empty()), "fabricated",
                clock, folder.toString(), Optional.empty(), Map.of());
    }

    private static void append(Journal journal, int number, double[] request) {
        String id = "q" + number;
        DatasetRecord question = new DatasetRecord(id, "What is " + number + "?", "4", Optional.empty(),
                Optional.of("exact"), List.of(), Map.of());
        long start = nanos(request[0]);
        long end = nanos(request[1]);
        ResponseTimeline timeline = new ResponseTimeline(start, OptionalLong.of(start), OptionalLong.of(end),
                OptionalLong.of(end), OptionalLong.of(end), OptionalLong.of(end), end, new long[]{end});
        journal.append(question, "exact", QueryOutcome.of(id, ModelCall.answered(1, List.of(),
                InferenceResponse.of("4", TokenUsage.server(10, 1)), timeline)), Optional.empty());
    }

    private void writeSamples(Path file, Part part) {
        String limit = board.tells ? ",\"limit_watts\":" + board.limitWatts : "";
        String sensor = "{\"device\":\"gpu-0\",\"scope\":\"gpu\",\"source\":\"made\",\"doubted\":false" + limit
                + (board.counts()
                        ? ",\"quantity\":\"energy_counter\",\"joules_per_unit\":" + JOULES_PER_COUNT
                        : ",\"quantity\":\"power_watts\",\"averaging_nanos\":" + nanos(board.averaging))
                + "}";
        String description = "{\"source\":\"made\",\"period_nanos\":" + nanos(SAMPLE_SECONDS)
                + ",\"clock\":{\"monotonic_anchor_nanos\":0,\"epoch_anchor_nanos\":1700000000000000000},"
                + "\"reads_serving_machine\":false,\"sensors\":[" + sensor + "],\"devices\":[]}";
        String column = board.counts() ? "0 gpu-0 energy_counter" : "0 gpu-0 power_watts";
        ColumnType.Builder schema = ColumnType.builder().whole("t_due_nanos", "t_before_nanos", "t_after_nanos");
        if (board.counts()) {
            schema.whole(column);
        } else {
            schema.real(column);
        }
        try (ArrowTableWriter writer = ArrowTableWriter.create(file, schema.text("lost").build(),
                Map.of("ipw_telemetry", description))) {
            for (double now = part.sampledFrom; now <= part.sampledTo; now += SAMPLE_SECONDS) {
                Map<String, @Nullable Object> row = new HashMap<>(
                        Map.of("t_due_nanos", nanos(now), "t_before_nanos", nanos(now), "t_after_nanos", nanos(now)));
                row.put(column, board.counts()
                        ? (Object) Math.round(joules(Math.floor(now / board.step) * board.step) / JOULES_PER_COUNT)
                        : (Object) watts(now));
                writer.append(row);
            }
        }
    }

    private double watts(double second) {
        if (board.averaging == 0) {
            double watts = idleWatts;
            for (double[] change : changes) {
                watts = change[0] <= second ? change[1] : watts;
            }
            return watts;
        }
        return (joules(second) - joules(second - board.averaging)) / board.averaging;
    }
}
