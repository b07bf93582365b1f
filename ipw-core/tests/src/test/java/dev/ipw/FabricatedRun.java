package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.table.ArrowTableWriter;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.ToolSpan;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a run leaves behind, its journal and its samples, as the test says, and finishes it. Nothing in it depends on
 * how fast the machine of the test is. The run rests for {@value #REST_SECONDS} s before it is measured.
 */
final class FabricatedRun {
    static final double REST_SECONDS = 10;
    private static final double NANOS = 1e9;
    private static final String POWER = " power_watts";
    private static final double TOKENS_PER_SECOND = 50;
    private static final long SAMPLE_NANOS = 10_000_000;

    private final Path folder;
    private final LoadSettings load;
    private final List<Query> queries = new ArrayList<>();
    private final Map<String, Device> devices = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private Map<String, String> details = Map.of();
    private DoublePredicate unread = second -> false;
    private @Nullable DoubleUnaryOperator drawnWatts;
    private final List<double[]> judging = new ArrayList<>();
    private final List<Episode> episodes = new ArrayList<>();
    private double restSecondsAfter;
    private double evaluatedSeconds;
    private boolean polled;
    private double resetSecond = Double.POSITIVE_INFINITY;

    FabricatedRun(Path folder, LoadSettings load) {
        this.folder = folder;
        this.load = load;
    }

    /**
     * One request; seconds count from the begin of the measurement window.
     *
     * @param verdict null if it was not judged
     */
    record Query(String subject, double start, double firstToken, double end, int tokens, @Nullable Verdict verdict) {}

    /**
     * A query of several calls, with tools and phases around it; each from one second to another.
     *
     * @param end infinite if it never came to its end
     */
    record Episode(double start, double end, List<double[]> calls, List<double[]> tools, List<double[]> phases) {}

    /**
     * A device that draws so many watts when idle, and so many while it is measured.
     *
     * @param lostSeconds when its counter shows nothing any more; its watts are still read
     */
    record Device(Scope scope, double idleWatts, double busyWatts, double lostSeconds) {
        Device(Scope scope, double idleWatts, double busyWatts) {
            this(scope, idleWatts, busyWatts, Double.POSITIVE_INFINITY);
        }
    }

    FabricatedRun with(Query query) {
        queries.add(query);
        return this;
    }

    FabricatedRun with(Episode episode) {
        episodes.add(episode);
        return this;
    }

    /** Rest after the measurement window too. */
    FabricatedRun restingAfter(double seconds) {
        restSecondsAfter = seconds;
        return this;
    }

    FabricatedRun with(String name, Device device) {
        devices.put(name, device);
        return this;
    }

    /** Add a warning. */
    FabricatedRun warning(String message) {
        warnings.add(message);
        return this;
    }

    /** Add details of the client, as an imported run has them. */
    FabricatedRun with(Map<String, String> clientDetails) {
        details = clientDetails;
        return this;
    }

    /** Drop the readings of some moments, in seconds since the begin of the measurement window. */
    FabricatedRun without(DoublePredicate moments) {
        unread = moments;
        return this;
    }

    /** Let each device draw other watts while it is measured, by the seconds since the begin. */
    FabricatedRun drawing(DoubleUnaryOperator watts) {
        drawnWatts = watts;
        return this;
    }

    /** Let calls to a judge of this machine be in flight from one second to another; answers are judged a while longer. */
    FabricatedRun judging(double start, double end) {
        judging.add(new double[]{start, end});
        evaluatedSeconds = end + 1;
        return this;
    }

    /** Let devices have no counter, only watts. */
    FabricatedRun polled() {
        polled = true;
        return this;
    }

    /** Let counters begin anew at a moment; only with watts that are drawn. */
    FabricatedRun startingAnewAt(double second) {
        resetSecond = second;
        return this;
    }

    ProfileRun finish() throws IOException {
        Files.createDirectories(folder.resolve("telemetry"));
        RunClock clock = RunClock.start();
        long begin = nanos(0);
        long end = nanos(DoubleStream.concat(queries.stream().mapToDouble(Query::end),
                episodes.stream().flatMapToDouble(episode -> DoubleStream.concat(DoubleStream.of(episode.end()),
                        episode.phases().stream().mapToDouble(phase -> phase[1]))))
                .filter(Double::isFinite).max().orElseThrow());
        try (Journal journal = Journal.append(folder.resolve("journal.jsonl"))) {
            journal.append(new JournalEntry.Begun(configuration(clock)));
            journal.append(new JournalEntry.PhaseTimed(new PhaseTime(RunPhase.RESTING_BEFORE, 0, begin)));
            for (int number = 0; number < queries.size(); number++) {
                append(journal, number, queries.get(number));
            }
            for (int number = 0; number < episodes.size(); number++) {
                append(journal, number, episodes.get(number));
            }
            journal.append(new JournalEntry.PhaseTimed(new PhaseTime(RunPhase.MEASURING, begin, end)));
            if (restSecondsAfter > 0) {
                journal.append(new JournalEntry.PhaseTimed(
                        new PhaseTime(RunPhase.RESTING_AFTER, end, end + Math.round(restSecondsAfter * NANOS))));
            }
            warnings.forEach(message -> journal.append(new JournalEntry.Warned(message)));
            if (!judging.isEmpty()) {
                journal.append(new JournalEntry.JudgesAsked(
                        judging.stream().map(span -> new TimeSpan(nanos(span[0]), nanos(span[1]))).toList(),
                        judging.size(), 0, 0));
                journal.append(new JournalEntry.PhaseTimed(
                        new PhaseTime(RunPhase.EVALUATING, end, nanos(evaluatedSeconds))));
            }
            for (int number = 0; number < queries.size(); number++) {
                Verdict verdict = queries.get(number).verdict();
                if (verdict != null) {
                    journal.append(new JournalEntry.Evaluated("q" + number,
                            new Evaluation(verdict, Optional.empty(), "as the test says", Map.of())));
                }
            }
        }
        if (!devices.isEmpty()) {
            writeSamples(clock, begin, end);
        }
        return ProfileRun.open(RunWriter.finish(new RunDirectory(folder), false).directory().path());
    }

    private static long nanos(double seconds) {
        return Math.round((REST_SECONDS + seconds) * NANOS);
    }

    private RunConfiguration configuration(RunClock clock) {
        return new RunConfiguration(RunSettings.measuredElsewhere("fabricated", load),
                new ClientInfo("fabricated", "made", Optional.empty(), ServingHost.LOCAL, details),
                "fabricated", RunAccounting.NONE, Optional.empty(),
                new SystemInfo("Linux", "0", Optional.empty(), Optional.empty(), 1, Optional.empty()), "fabricated",
                clock, folder.toString(), Optional.empty(), Map.of());
    }

    private static void append(Journal journal, int number, Query query) {
        String id = "q" + number;
        journal.append(question(id, query.subject()), "exact", QueryOutcome.of(id, call(1, query)), Optional.empty());
    }

    private static void append(Journal journal, int number, Episode episode) {
        String id = "e" + number;
        List<ModelCall> calls = new ArrayList<>();
        for (double[] span : episode.calls()) {
            int tokens = (int) Math.round((span[1] - span[0]) * TOKENS_PER_SECOND);
            calls.add(call(calls.size() + 1, new Query("", span[0], span[0] + 0.2, span[1], tokens, null)));
        }
        if (Double.isInfinite(episode.end())) {
            calls.forEach(call -> journal.append(new JournalEntry.Called(id, call)));
            return;
        }
        List<ToolSpan> tools = episode.tools().stream()
                .map(tool -> new ToolSpan("search", Optional.empty(), nanos(tool[0]), nanos(tool[1]), Optional.empty()))
                .toList();
        List<QueryPhase> phases = episode.phases().stream().map(phase -> new QueryPhase(QueryPhase.Kind.VERIFICATION,
                nanos(phase[0]), nanos(phase[1]), Optional.empty())).toList();
        journal.append(question(id, "episodes"), "exact", new QueryOutcome(id, nanos(episode.start()),
                nanos(episode.end()), calls, tools, Optional.empty(), Optional.empty(), Optional.empty(), phases),
                Optional.empty());
    }

    private static DatasetRecord question(String id, String subject) {
        return new DatasetRecord(id, "What is " + id + "?", "4", Optional.of(subject), Optional.of("exact"), List.of(),
                Map.of());
    }

    private static ModelCall call(int number, Query query) {
        long first = nanos(query.firstToken());
        long end = nanos(query.end());
        long[] chunks = LongStream.range(0, query.tokens())
                .map(token -> query.tokens() == 1 ? first : first + (end - first) * token / (query.tokens() - 1))
                .toArray();
        long start = nanos(query.start());
        ResponseTimeline timeline = new ResponseTimeline(start, OptionalLong.of(start), OptionalLong.of(first),
                OptionalLong.of(first), OptionalLong.of(first), OptionalLong.of(end), end, chunks);
        return ModelCall.answered(number, List.of(),
                InferenceResponse.of("4", TokenUsage.server(10, query.tokens())), timeline);
    }

    private void writeSamples(RunClock clock, long begin, long end) {
        List<String> sensors = new ArrayList<>();
        Map<String, Device> columns = new LinkedHashMap<>();
        ColumnType.Builder schema = ColumnType.builder().whole("t_due_nanos", "t_before_nanos", "t_after_nanos");
        devices.forEach((name, device) -> {
            if (!polled) {
                String column = columns.size() + " " + name + " energy_counter";
                columns.put(column, device);
                schema.whole(column);
                sensors.add(counter(name, device));
            }
            if (polled || Double.isFinite(device.lostSeconds())) {
                schema.real(columns.size() + " " + name + POWER);
                sensors.add(power(name, device));
                columns.put(columns.size() + " " + name + POWER, device);
            }
        });
        String description = "{\"source\":\"made\",\"period_nanos\":" + SAMPLE_NANOS
                + ",\"clock\":{\"monotonic_anchor_nanos\":" + clock.monotonicAnchorNanos()
                + ",\"epoch_anchor_nanos\":" + clock.epochAnchorNanos()
                + "},\"reads_serving_machine\":false,\"sensors\":[" + String.join(",", sensors)
                + "],\"devices\":[]}";
        try (ArrowTableWriter writer = ArrowTableWriter.create(folder.resolve("telemetry").resolve("made.arrow"),
                schema.text("lost").build(), Map.of("ipw_telemetry", description))) {
            double drawnJoules = 0;
            double forgottenJoules = 0;
            for (long now = 0; now < Math.max(end + restSecondsAfter * NANOS,
                    nanos(evaluatedSeconds)) + NANOS; now += SAMPLE_NANOS) {
                double second = now / NANOS - REST_SECONDS;
                drawnJoules += watts(second - SAMPLE_NANOS / NANOS / 2, 0) * SAMPLE_NANOS / NANOS;
                forgottenJoules = second < resetSecond ? drawnJoules : forgottenJoules;
                if (unread.test(second)) {
                    continue;
                }
                double counted = second < resetSecond ? drawnJoules : drawnJoules - forgottenJoules;
                Map<String, @Nullable Object> row = new HashMap<>(
                        Map.of("t_due_nanos", now, "t_before_nanos", now, "t_after_nanos", now));
                long sampled = now;
                columns.forEach((column, device) -> {
                    if (column.endsWith(POWER)) {
                        row.put(column, sampled >= begin && sampled < Math.max(end, nanos(evaluatedSeconds))
                                ? watts(second, device.busyWatts())
                                : device.idleWatts());
                        return;
                    }
                    if (sampled > nanos(device.lostSeconds())) {
                        return;
                    }
                    double busy = Math.max(0, Math.min(sampled, end) - begin) / NANOS;
                    double joules = drawnWatts != null
                            ? counted
                            : sampled / NANOS * device.idleWatts()
                                    + busy * (device.busyWatts() - device.idleWatts());
                    row.put(column, Math.round(joules * 1e6));
                });
                writer.append(row);
            }
        }
    }

    private double watts(double second, double otherwise) {
        return drawnWatts == null ? otherwise : drawnWatts.applyAsDouble(second);
    }

    private static String counter(String name, Device device) {
        return "{\"device\":\"" + name + "\",\"scope\":\"" + device.scope().label()
                + "\",\"quantity\":\"energy_counter\",\"source\":\"made\",\"joules_per_unit\":1e-6,"
                + "\"doubted\":false}";
    }

    private static String power(String name, Device device) {
        return "{\"device\":\"" + name + "\",\"scope\":\"" + device.scope().label()
                + "\",\"quantity\":\"power_watts\",\"source\":\"made watts\",\"doubted\":false}";
    }
}
