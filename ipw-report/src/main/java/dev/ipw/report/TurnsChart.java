package dev.ipw.report;

import dev.ipw.energy.EnergyReading;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.record.QueryParts.CallMetrics;
import dev.ipw.record.internal.TraceFile;
import dev.ipw.record.internal.Turn;
import dev.ipw.report.ChartTree.Axis;
import dev.ipw.report.ChartTree.Columns;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The chart of the calls, tools and waiting of a few queries of a run, each at its position in time, with the power
 * of each.
 */
final class TurnsChart {
    private static final double NANOS = 1e9;
    private static final int MAX_PARTS = 120;
    private static final int MAX_RANKED = 10_000;
    private static final long SEED = 42;
    private static final int MAX_LABEL = 40;
    private static final String CALL = "call";
    private static final String TOOL = "tool";
    private static final String IDLE = "idle";

    private TurnsChart() {}

    /** A query of several calls: its index among all, and the value by which it is ranked. */
    private record Candidate(long place, double size) {}

    /**
     * The queries that have a figure: the first and the last of the largest, and a random sample of {@value #MAX_RANKED}
     * for the median, which is exact up to so many (Vitter's algorithm R).
     */
    private static final class Ranking {
        private final List<Candidate> sample = new ArrayList<>();
        private final SplittableRandom random = new SplittableRandom(SEED);
        private Optional<Candidate> first = Optional.empty();
        private Optional<Candidate> largest = Optional.empty();
        private long count;

        void add(long place, double size) {
            Candidate candidate = new Candidate(place, size);
            if (count == 0) {
                first = Optional.of(candidate);
            }
            if (largest.isEmpty() || Double.compare(size, largest.get().size()) >= 0) {
                largest = Optional.of(candidate);
            }
            count++;
            if (sample.size() < MAX_RANKED) {
                sample.add(candidate);
            } else {
                long drawn = random.nextLong(count);
                if (drawn < MAX_RANKED) {
                    sample.set((int) drawn, candidate);
                }
            }
        }

        Candidate median() {
            return sample.stream().sorted(Comparator.comparingDouble(Candidate::size)).skip((sample.size() - 1) / 2)
                    .findFirst().orElseThrow();
        }

        String medianName() {
            return count > MAX_RANKED ? "median of a sample" : "median";
        }
    }

    /**
     * Draws the first query of several calls, the median one and the one with the maximum joules; empty if there are
     * no such queries.
     */
    static Optional<Map<String, @Nullable Object>> of(ReportedRun run) {
        if (!Files.isRegularFile(run.run().directory().path().resolve(TraceFile.NAME))) {
            return Optional.empty();
        }
        Ranking joules = new Ranking();
        Ranking seconds = new Ranking();
        long[] place = {0};
        run.run().forEachQuery(query -> {
            if (!query.isPlain() && query.hasCalls()) {
                seconds.add(place[0], query.totalSeconds());
                EnergyReading energy = query.headline();
                if (energy.isComplete()) {
                    joules.add(place[0], energy.joules().orElseThrow());
                }
            }
            place[0]++;
        });
        return seconds.count == 0
                ? Optional.empty()
                : Optional.of(chart(run, joules.count > 0
                        ? chosen(seconds, joules, "most joules")
                        : chosen(seconds, seconds, "longest"), seconds.count));
    }

    private static Map<Long, String> chosen(Ranking seconds, Ranking ranked, String most) {
        Map<Long, String> chosen = new LinkedHashMap<>();
        chosen.put(seconds.first.orElseThrow().place(), "first");
        chosen.merge(ranked.median().place(), ranked.medianName(), (one, other) -> one + ", " + other);
        chosen.merge(ranked.largest.orElseThrow().place(), most, (one, other) -> one + ", " + other);
        return chosen;
    }

    private static Map<String, @Nullable Object> chart(ReportedRun run, Map<Long, String> chosen, long count) {
        ChartTree chart = ChartTree.of("turns", "Turns of a task" + (run.name().isEmpty() ? "" : ", " + run.name()))
                .axis("x", Axis.plain("Time since the task's first call", "s")).axis("y", Axis.plain("Power", "W"))
                .count(count).put("counted", "queries of several calls or tools")
                .drawn(chosen.size(), count)
                .source("calls, tools and idle_energy of the run's dataset; watts are joules over seconds");
        boolean[] isCut = {false};
        Map<Long, ProfilingRecord> found = new LinkedHashMap<>();
        long[] places = chosen.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
        List<ProfilingRecord> records = run.run().recordsAt(places);
        for (int next = 0; next < records.size(); next++) {
            found.put(places[next], records.get(next));
        }
        chosen.forEach((place, words) -> Optional.ofNullable(found.get(place)).ifPresent(record -> {
            Parts parts = new Parts(record);
            isCut[0] |= parts.isCut;
            chart.series(words + ": " + shortened(record.question().id()), run.index(), parts.columns());
        }));
        if (isCut[0]) {
            chart.note("Of a longer task the first " + MAX_PARTS + " calls and tools are drawn");
        }
        return chart.build();
    }

    private static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= MAX_LABEL
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MAX_LABEL)) + "\u2026";
    }

    /** The parts of one query. */
    private static final class Parts {
        private final List<String> names = new ArrayList<>();
        private final List<String> kinds = new ArrayList<>();
        private final List<double[]> figures = new ArrayList<>();
        private final long startNanos;
        private final boolean isCut;

        private Parts(ProfilingRecord record) {
            List<Turn> turns = Turn.of(record);
            startNanos = record.outcome().startNanos();
            List<long[]> busy = new ArrayList<>();
            int number = 0;
            boolean cut = false;
            for (Turn turn : turns) {
                number++;
                cut |= names.size() >= MAX_PARTS;
                add(number + " " + CALL, CALL, turn.call().startNanos(), turn.call().endNanos(), busy,
                        turn.metrics().map(CallMetrics::energy).map(energy -> energy.headline()));
                for (Turn.Tool tool : turn.tools()) {
                    add(shortened(tool.span().name()) + (tool.span().error().isPresent() ? " (failed)" : ""), TOOL,
                            tool.span().startNanos(), tool.span().endNanos(), busy, tool.energy());
                }
            }
            record.outcome().phases().forEach(phase -> busy.add(new long[]{phase.startNanos(), phase.endNanos()}));
            isCut = cut || names.size() > MAX_PARTS;
            idle(record, busy);
        }

        private void add(String name, String kind, long start, long end, List<long[]> busy,
                Optional<EnergyReading> energy) {
            busy.add(new long[]{start, end});
            if (names.size() < MAX_PARTS) {
                put(name, kind, start, end, (end - start) / NANOS,
                        energy.map(EnergyReading::joules).orElse(OptionalDouble.empty()));
            }
        }

        /** Adds the waiting: only its total joules are known, so each stretch of it has the mean power. */
        private void idle(ProfilingRecord record, List<long[]> busy) {
            busy.sort(Comparator.comparingLong(span -> span[0]));
            List<long[]> gaps = new ArrayList<>();
            long until = startNanos;
            for (long[] span : busy) {
                if (span[0] > until) {
                    gaps.add(new long[]{until, span[0]});
                }
                until = Math.max(until, span[1]);
            }
            if (record.outcome().endNanos() > until) {
                gaps.add(new long[]{until, record.outcome().endNanos()});
            }
            double seconds = gaps.stream().mapToLong(gap -> gap[1] - gap[0]).sum() / NANOS;
            OptionalDouble joules = record.metrics().parts().map(QueryParts::idle).map(EnergyReading::joules)
                    .orElse(OptionalDouble.empty());
            for (long[] gap : gaps.subList(0, Math.min(gaps.size(), MAX_PARTS))) {
                put(IDLE, IDLE, gap[0], gap[1], seconds, joules);
            }
        }

        private void put(String name, String kind, long start, long end, double seconds, OptionalDouble joules) {
            names.add(name);
            kinds.add(kind);
            figures.add(new double[]{(start - startNanos) / NANOS, (end - startNanos) / NANOS,
                    joules.orElse(Double.NaN), joules.isPresent() && seconds > 0
                            ? joules.getAsDouble() / seconds
                            : Double.NaN});
        }

        private Columns columns() {
            return new Columns().put("part", names).put("kind", kinds).put("start_seconds", column(0))
                    .put("end_seconds", column(1)).put("joules", column(2)).put("watts", column(3));
        }

        private double[] column(int figure) {
            return figures.stream().mapToDouble(one -> one[figure]).toArray();
        }
    }
}
