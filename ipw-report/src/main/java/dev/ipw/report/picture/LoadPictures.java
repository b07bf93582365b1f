package dev.ipw.report.picture;

import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.VisualizationProvider.Drawing;
import dev.ipw.error.Setting;
import dev.ipw.load.LoadShape;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunTotals;
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
import org.apiguardian.api.API;

/**
 * The pictures of a load test: times, throughput, failures, joules and watts over the load, each run a point. The x
 * value is the number in flight for runs that hold one, and the rate for runs that keep one.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class LoadPictures implements VisualizationProvider {
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.99};

    /** The curves beside times, each by its usual label. */
    static final List<Curve> CURVES = List.of(
            Curve.of("load_requests", RunFigure.REQUESTS_PER_SECOND, RunTotals::requestsPerSecond),
            new Curve("load_failures", Axis.of("Failed requests", "%"),
                    totals -> OptionalDouble.of(100.0 * totals.failed() / Math.max(totals.queries(), 1))),
            Curve.of("load_output_tokens", RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND, Curve::tokensPerSecond),
            Curve.of("load_energy", RunFigure.JOULES_PER_OUTPUT_TOKEN, RunTotals::joulesPerOutputToken),
            Curve.of("load_power", RunFigure.DEVICE_WATTS, RunTotals::averageWatts));

    /** Creates the provider. */
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
                    "it takes two runs or more that all hold a number of requests in flight, or all keep a rate; "
                            + Setting.SWEEP.of("concurrency:1,2,4,8"));
        }
        long loads = runs.stream().mapToDouble(run -> place(run, byRate)).distinct().count();
        if (loads < 2) {
            return Drawing.without("load", "all " + runs.size() + " runs are under the same load ("
                    + LoadShape.number(place(runs.getFirst(), byRate)) + (byRate ? " a second" : " in flight")
                    + "), and a curve takes two different loads; "
                    + Setting.SWEEP.of(byRate ? "rate:1..8:x2" : "concurrency:1,2,4,8"));
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

    /** One figure of the runs over the load. */
    record Curve(String file, Axis up, Function<RunTotals, OptionalDouble> value) {
        private static Curve of(String file, RunFigure figure, Function<RunTotals, OptionalDouble> value) {
            return new Curve(file, Axis.of(figure.words(), ""), value);
        }

        private static OptionalDouble tokensPerSecond(RunTotals totals) {
            return totals.outputTokens().isPresent() && totals.measuredSeconds() > 0
                    ? OptionalDouble.of(totals.outputTokens().getAsLong() / totals.measuredSeconds())
                    : OptionalDouble.empty();
        }
    }

    /** The pictures of one load test. */
    private record Curves(List<Step> steps, Axis across, RunSamples samples, Path directory, PictureOptions options) {
        Drawing draw() {
            Drawing times = times("load_ttft", Dimension.TIME_TO_FIRST_TOKEN)
                    .and(times("load_latency", Dimension.TIME_FROM_INTENDED_START))
                    .and(times("load_tpot", Dimension.TIME_PER_OUTPUT_TOKEN));
            for (Curve curve : CURVES) {
                times = times.and(curve(curve));
            }
            return times;
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

        /** Returns a percentile; empty if the sample is too small for it. */
        private static OptionalDouble quantile(double[] values, double probability) {
            double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
            return sorted.length >= 1 / (1 - probability)
                    ? OptionalDouble.of(Quantiles.ofSorted(sorted, probability))
                    : OptionalDouble.empty();
        }

        private Drawing curve(Curve curve) {
            return curve("", step -> curve.value.apply(step.totals()))
                    .map(trace -> write(curve.file, curve.up, List.of(trace)))
                    .orElseGet(() -> Drawing.without(curve.file, "no run has it"));
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
            Plot figure = Plot.of(options.title().orElse(up.label() + " over the load"), across,
                    up.logarithmic(options.logY())).with(marked).withNote(steps.size() + " runs of "
                            + steps.stream().mapToLong(step -> step.totals().queries()).sum() + " queries in all");
            return Drawing.of(options.write(figure, directory, file));
        }
    }
}
