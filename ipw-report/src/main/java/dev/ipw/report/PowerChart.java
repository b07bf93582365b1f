package dev.ipw.report;

import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.energy.internal.PowerIntervals;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.ChartTree.Axis;
import dev.ipw.report.ChartTree.Columns;
import dev.ipw.report.axis.AxisRange;
import dev.ipw.report.power.InFlight;
import dev.ipw.report.power.PowerTrace;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunSummary.RunSegment;
import dev.ipw.telemetry.SampleStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The chart of the devices' power over a run, with the queries and the phases below it. */
final class PowerChart {
    /**
     * The maximum number of points: a screen is not much wider, and each point has the minimum and the maximum beside
     * the mean.
     */
    private static final int MAX_POINTS = 2000;
    private static final int MIN_POINTS = 250;
    private static final int MAX_LANES = 1000;
    private static final int LONG_NAME = 12;
    private static final double NANOS = 1e9;

    private PowerChart() {}

    /** Draws each run that has samples or queries; the power of two runs has the same scale. */
    static List<Map<String, @Nullable Object>> all(List<ReportedRun> runs) {
        List<Drawn> drawn = runs.stream().map(run -> drawn(run, runs.size())).flatMap(Optional::stream).toList();
        Axis watts = Axis.over("Power", "W", AxisRange.fromZero(drawn.stream().flatMap(one -> one.traces.stream())
                .flatMapToDouble(trace -> Arrays.stream(trace.most())).toArray()));
        double busiest = drawn.stream().flatMapToDouble(one -> Arrays.stream(one.run.rows().inFlight().requests()))
                .max().orElse(1);
        return drawn.stream().map(one -> chart(one, watts, busiest)).toList();
    }

    /** The known data of a run: its traces, and the damaged parts. */
    private record Drawn(ReportedRun run, List<PowerTrace> traces, List<String> damage) {}

    private static Optional<Drawn> drawn(ReportedRun run, int runs) {
        List<String> damage = new ArrayList<>(run.run().summary().damage());
        List<PowerTrace> traces = traces(run, runs, damage);
        return traces.isEmpty() && run.rows().queries() == 0
                ? Optional.empty()
                : Optional.of(new Drawn(run, traces, damage));
    }

    private static Map<String, @Nullable Object> chart(Drawn drawn, Axis watts, double busiest) {
        ReportedRun run = drawn.run;
        List<PowerTrace> traces = drawn.traces;
        List<Map<String, @Nullable Object>> phases = phases(run, drawn.damage);
        ChartTree chart = ChartTree
                .of("power", (traces.isEmpty() ? "Requests in flight, " : "Power over time, ") + run.name())
                .axis("x", Axis.plain("Time since the run began", "s"))
                .axis("y", traces.isEmpty() ? Axis.plain("Requests in flight", "") : watts)
                .source(source(traces)).put("phases", phases);
        drawn.damage.stream().distinct().forEach(chart::note);
        intervals(chart, run, traces);
        queries(chart, run, busiest);
        return chart.build();
    }

    private static void intervals(ChartTree chart, ReportedRun run, List<PowerTrace> traces) {
        if (traces.isEmpty()) {
            chart.count(run.rows().queries()).put("counted", "queries");
        } else {
            long intervals = traces.stream().mapToLong(PowerTrace::intervals).sum();
            chart.count(intervals).drawn(traces.stream().mapToLong(PowerTrace::drawn).sum(), intervals)
                    .put("counted", "intervals of known power");
        }
        traces.forEach(trace -> chart.series(name(trace), run.index(), columns(trace)));
        if (traces.stream().anyMatch(PowerTrace::isBucketed)) {
            chart.note(
                    "There are more intervals than are drawn: each point is the mean of several, and the shade runs from "
                            + "their least to their most; energy figures are from all of them");
        }
        if (traces.stream().anyMatch(trace -> trace.device().provenance() == Provenance.MEASURED)) {
            chart.note("Of a counter each level is the mean of an interval, long enough to be known to "
                    + PowerIntervals.TOLERANCE_PERCENT + " % of the time of its movements; over missing readings "
                    + "it is their mean");
        }
        if (traces.stream().anyMatch(PowerTrace::hasGaps)) {
            chart.note("A line is broken where the power is unknown");
        }
    }

    private static List<PowerTrace> traces(ReportedRun run, int runs, List<String> damage) {
        Optional<SampleStore> read;
        try {
            read = run.run().samples();
        } catch (InputException unreadable) {
            damage.add(unreadable.getMessage());
            return List.of();
        }
        if (read.isEmpty()) {
            return List.of();
        }
        SampleStore samples = read.get();
        samples.problems().stream().filter(problem -> problem.contains(" damaged: ")).forEach(damage::add);
        int devices = Math.max(1, HeadlineDevices.distinct(DeviceSeries.of(samples.energy())).size());
        return PowerTrace.of(samples, Math.max(MIN_POINTS, MAX_POINTS / runs / devices));
    }

    private static String name(PowerTrace trace) {
        String device = trace.device().name();
        // The beginning of a long identifier suffices, as in the sensor's own words.
        return trace.device().scope().label() + " "
                + (device.length() > LONG_NAME ? device.substring(0, LONG_NAME) : device);
    }

    private static String source(List<PowerTrace> traces) {
        return traces.isEmpty()
                ? "no sensor gave joules for long enough to show power; requests from the run's records"
                : traces.stream().map(trace -> trace.device().source() + ", " + trace.device().provenance())
                        .collect(Collectors.joining("; ")) + "; requests from the run's records";
    }

    private static Columns columns(PowerTrace trace) {
        Columns columns = new Columns().times("seconds", trace.seconds()).put("watts", trace.watts());
        return trace.isBucketed()
                ? columns.put("least_watts", trace.least()).put("most_watts", trace.most())
                : columns;
    }

    private static List<Map<String, @Nullable Object>> phases(ReportedRun run, List<String> damage) {
        List<PhaseTimes> phases;
        try {
            phases = PhaseTimes.of(run.run());
        } catch (InputException damaged) {
            damage.add(damaged.getMessage() + "; the times of the phases are from the summary");
            phases = PhaseTimes.measured(run.run());
        }
        return phases.stream().map(phase -> TreeBuilder.object()
                .put("name", phase.name().replace('_', ' ')).put("start_seconds", seconds(phase.span().startNanos()))
                .put("end_seconds", seconds(phase.span().endNanos())).build()).toList();
    }

    private static double seconds(long nanos) {
        return nanos / NANOS;
    }

    /** Draws the queries: few of them one by one, many as the number in flight. */
    private static void queries(ChartTree chart, ReportedRun run, double busiest) {
        RunRows rows = run.rows();
        Optional<TimeSpan> measured = InFlight.measured(run.run());
        if (measured.isPresent()) {
            chart.put("in_flight", TreeBuilder.object().put("most", busiest).put("columns", new Columns()
                    .times("seconds", rows.inFlight().seconds()).put("requests", rows.inFlight().requests()).values())
                    .build());
        }
        if (rows.queries() <= MAX_LANES && rows.held() == rows.queries()) {
            int[] all = IntStream.range(0, rows.held()).boxed()
                    .sorted((one, other) -> Double.compare(rows.startSeconds(one), rows.startSeconds(other)))
                    .mapToInt(Integer::intValue).toArray();
            chart.put("queries", TreeBuilder.object().put("columns", new Columns()
                    .times("start_seconds", IntStream.of(all).mapToDouble(rows::startSeconds).toArray())
                    .times("end_seconds", IntStream.of(all).mapToDouble(rows::endSeconds).toArray())
                    .put("failed", IntStream.of(all).mapToDouble(row -> rows.hasFailed(row) ? 1 : 0).toArray())
                    .values()).build());
        } else {
            chart.note(
                    "Requests in flight are drawn, each point the mean over a four-hundredth of the measured time; a run "
                            + "of up to " + MAX_LANES + " queries shows them one by one");
        }
    }

    /**
     * The time of each phase of a run, from its journal. Each part of a resumed run has clocks of its own, and a run may
     * have lost its journal: then only the measurement windows of the summary are known.
     *
     * @param name the name of the phase in files
     * @param span its time, in nanoseconds since the run's anchor
     */
    private record PhaseTimes(String name, TimeSpan span) {
        /**
         * Lists the phases of a run.
         *
         * @throws InputException if its journal is damaged
         */
        static List<PhaseTimes> of(RunReader run) {
            List<RunSegment> segments = run.summary().segments();
            if (segments.size() == 1) {
                List<PhaseTimes> read = run.phases().stream().map(timed -> new PhaseTimes(timed.phase().label(),
                        new TimeSpan(timed.startNanos(), timed.endNanos()))).toList();
                if (!read.isEmpty()) {
                    return read;
                }
            }
            return measured(run);
        }

        /** Lists the phases in the summary. */
        static List<PhaseTimes> measured(RunReader run) {
            return run.summary().segments().stream().map(RunSegment::measured).flatMap(Optional::stream)
                    .map(span -> new PhaseTimes("measuring", span)).toList();
        }
    }
}
