package dev.ipw.report.picture;

import dev.ipw.analysis.Drawing;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.profile.LoadShape;
import dev.ipw.record.Dimension;
import dev.ipw.results.LoadSettings;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunTotals;
import dev.ipw.statistics.Quantiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/**
 * Show what becomes of times, throughput, failures, joules and watts as the load grows, each run a point: the pictures of a
 * load test. Runs that hold a number in flight are placed by it, those that keep a rate by that.
 */
public final class LoadPictures implements VisualizationProvider {
    private static final double SECONDS_PER_MINUTE = 60;
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.99};

    /** Create the provider. */
    public LoadPictures() {}

    /** One run under its load. */
    private record Step(double load, RunTotals totals, RunSample sample) {}

    @Override
    public String id() {
        return "load";
    }

    @Override
    public String description() {
        return "times, throughput, failures, joules and watts over the load; give it the runs of a sweep (log_x, log_y)";
    }

    @Override
    public Drawing draw(List<RunReader> runs, Path directory, Parameters parameters) {
        PictureOptions options = PictureOptions.of(parameters);
        parameters.rejectUnknown();
        boolean byRate = runs.stream().allMatch(run -> load(run).perSecond().isPresent());
        boolean byNumber = runs.stream().allMatch(run -> load(run).concurrency().isPresent());
        if (runs.size() < 2 || (!byRate && !byNumber)) {
            return Drawing.without("load",
                    "it takes two runs or more that all hold a number of requests in flight, or all "
                            + "keep a rate; 'ipw profile --sweep concurrency:1,2,4,8' makes such runs");
        }
        long loads = runs.stream().mapToDouble(run -> place(run, byRate)).distinct().count();
        if (loads < 2) {
            return Drawing.without("load", "all " + runs.size() + " runs are under the same load ("
                    + LoadShape.number(place(runs.getFirst(), byRate)) + (byRate ? " a second" : " in flight")
                    + "), and a curve takes two different loads; 'ipw profile --sweep "
                    + (byRate ? "rate:1..8:x2" : "concurrency:1,2,4,8") + "' makes such runs");
        }
        RunSamples samples = RunSamples.read(runs,
                Set.of(Dimension.TIME_TO_FIRST_TOKEN, Dimension.TIME_FROM_INTENDED_START,
                        Dimension.TIME_PER_OUTPUT_TOKEN));
        List<Step> steps = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
            steps.add(
                    new Step(place(runs.get(run), byRate), runs.get(run).summary().totals(), samples.runs().get(run)));
        }
        steps.sort(Comparator.comparingDouble(Step::load));
        Axis across = byRate ? Axis.of("Requests started", "1/s") : Axis.of("Requests in flight", "");
        return new Curves(steps, across.logarithmic(options.logX()), samples, directory, options).draw();
    }

    private static double place(RunReader run, boolean byRate) {
        return byRate ? load(run).perSecond().orElseThrow() : load(run).concurrency().orElseThrow();
    }

    private static LoadSettings load(RunReader run) {
        return run.summary().configuration().load();
    }

    /** The pictures of one load test. */
    private record Curves(List<Step> steps, Axis across, RunSamples samples, Path directory, PictureOptions options) {
        Drawing draw() {
            return times("load_ttft", Dimension.TIME_TO_FIRST_TOKEN)
                    .and(times("load_latency", Dimension.TIME_FROM_INTENDED_START))
                    .and(times("load_tpot", Dimension.TIME_PER_OUTPUT_TOKEN))
                    .and(curve("load_requests", Axis.of("Answers", "1/min"),
                            totals -> perMinute((double) (totals.queries() - totals.failed()), totals)))
                    .and(curve("load_failures", Axis.of("Failed requests", "%"),
                            totals -> OptionalDouble.of(100.0 * totals.failed() / Math.max(totals.queries(), 1))))
                    .and(curve("load_output_tokens", Axis.of("Output tokens", "1/min"),
                            totals -> totals.outputTokens().isPresent()
                                    ? perMinute((double) totals.outputTokens().getAsLong(), totals)
                                    : OptionalDouble.empty()))
                    .and(curve("load_energy", Axis.of(RunFigure.JOULES_PER_OUTPUT_TOKEN.words(), ""),
                            RunTotals::joulesPerOutputToken))
                    .and(curve("load_power", Axis.of("Power of the devices", "W"), RunTotals::averageWatts));
        }

        private Drawing times(String file, Dimension dimension) {
            if (!samples.has(dimension)) {
                return Drawing.without(file, RunSamples.why(dimension));
            }
            Measure measure = samples.measure(dimension);
            List<Trace> traces = new ArrayList<>();
            for (int place = 0; place < PROBABILITIES.length; place++) {
                double probability = PROBABILITIES[place];
                int hue = place;
                curve("p" + Math.round(probability * 100), step -> quantile(measure.of(step.sample()), probability))
                        .ifPresent(trace -> traces.add(trace.inHue(hue)));
            }
            return write(file, measure.axis(), traces);
        }

        /** A percentile of a sample that is too small for it is no point. */
        private static OptionalDouble quantile(double[] values, double probability) {
            double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
            return sorted.length >= 1 / (1 - probability)
                    ? OptionalDouble.of(Quantiles.ofSorted(sorted, probability))
                    : OptionalDouble.empty();
        }

        private Drawing curve(String file, Axis up, Function<RunTotals, OptionalDouble> value) {
            return curve("", step -> value.apply(step.totals())).map(trace -> write(file, up, List.of(trace)))
                    .orElseGet(() -> Drawing.without(file, "no run has it"));
        }

        private Optional<Trace> curve(String name, Function<Step, OptionalDouble> value) {
            List<Step> known = steps.stream().filter(step -> value.apply(step).isPresent()).toList();
            return known.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Trace.line(name, known.stream().mapToDouble(Step::load).toArray(),
                            known.stream().mapToDouble(step -> value.apply(step).orElseThrow()).toArray()));
        }

        private Drawing write(String file, Axis up, List<Trace> lines) {
            List<Trace> marked = new ArrayList<>(lines);
            lines.forEach(line -> marked.add(Trace.points("", line.x(), line.y()).inHue(line.hue())));
            Figure figure = Figure.of(options.title().orElse(up.label() + " over the load"), across,
                    up.logarithmic(options.logY())).with(marked).withNote(steps.size() + " runs of "
                            + steps.stream().mapToLong(step -> step.totals().queries()).sum() + " queries in all");
            return Drawing.of(options.write(figure, directory, file));
        }

        private static OptionalDouble perMinute(double count, RunTotals totals) {
            double seconds = totals.measuredSeconds();
            return seconds > 0 ? OptionalDouble.of(count * SECONDS_PER_MINUTE / seconds) : OptionalDouble.empty();
        }
    }
}
