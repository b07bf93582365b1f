package dev.ipw.report.picture;

import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.VisualizationProvider.Drawing;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The pictures of times, joules and watts against tokens with the fitted lines of the regression analysis, which is
 * computed here: it need not be run before. The files have the names of the Python reference.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class RegressionPictures implements VisualizationProvider {
    private static final String ANALYSIS = "regression";
    private static final int CURVE_POINTS = 200;
    private static final List<Fitted> PICTURES = List.of(
            new Fitted("ttft", Dimension.TIME_TO_FIRST_TOKEN, Dimension.TIME_TO_FIRST_TOKEN, true,
                    "input_tokens_vs_ttft"),
            new Fitted("latency", Dimension.TOTAL_TIME, Dimension.TOTAL_TIME, false, "total_tokens_vs_latency"),
            new Fitted("energy", Dimension.ENERGY_JOULES, Dimension.GPU_ENERGY_JOULES, false,
                    "total_tokens_vs_energy"),
            new Fitted("power", Dimension.POWER_WATTS, Dimension.GPU_POWER_WATTS, false, "total_tokens_vs_power"));

    /** Creates the provider. */
    public RegressionPictures() {}

    /**
     * A picture: its file, the y dimension for runs with graphics processors and for others, whether x counts only
     * the prompt's tokens, and the fit's key.
     */
    private record Fitted(String file, Dimension headline, Dimension ofGpu, boolean ofInput, String key) {
        /**
         * Returns the y dimension. The analysis fits the energy of the graphics processors if any query has it, and
         * so do the points.
         */
        Dimension up(RunSample sample) {
            return sample.values(ofGpu).length > 0 ? ofGpu : headline;
        }

        /** Returns whether the y values were divided among overlapping requests. */
        boolean isDivided(RunSample sample) {
            return sample.hasShares() && !headline.unit().equals("s");
        }

        String nameOf(RunSample sample) {
            return ofGpu == headline || up(sample) == headline ? sample.name() : sample.name() + ", gpu";
        }
    }

    @Override
    public String id() {
        return ANALYSIS;
    }

    @Override
    public String description() {
        return "time to first token, latency, joules and watts against tokens, with fitted lines";
    }

    @Override
    public Drawing draw(List<RunReader> runs, Path directory, Parameters parameters) {
        PictureOptions options = PictureOptions.of(parameters);
        parameters.rejectUnknown();
        RunSamples samples = RunSamples.read(runs, Set.of(Dimension.INPUT_TOKENS, Dimension.OUTPUT_TOKENS,
                Dimension.TIME_TO_FIRST_TOKEN, Dimension.TOTAL_TIME, Dimension.ENERGY_JOULES, Dimension.POWER_WATTS,
                Dimension.GPU_ENERGY_JOULES, Dimension.GPU_POWER_WATTS));
        List<Map<String, ?>> fits = new ArrayList<>();
        for (RunReader run : runs) {
            fits.add(Plugins.builder("analysis", AnalysisProvider.class).build().require(ANALYSIS)
                    .create(Parameters.none("analysis " + ANALYSIS)).analyze(run).data());
        }
        Drawing drawn = Drawing.NOTHING;
        for (Fitted picture : PICTURES) {
            drawn = drawn.and(draw(picture, samples, fits, directory, options));
        }
        return drawn;
    }

    /** Draws a picture. Runs with shares are omitted if the fit would only reproduce the rule of their division. */
    private static Drawing draw(Fitted picture, RunSamples samples, List<Map<String, ?>> fits, Path directory,
            PictureOptions options) {
        List<String> overlapped = samples.runs().stream().filter(picture::isDivided).map(RunSample::name)
                .toList();
        if (overlapped.isEmpty()) {
            return points(picture, samples, fits, directory, options);
        }
        Drawing refused = Drawing.without(picture.file() + " of " + String.join(" and ", overlapped),
                "requests overlapped, so a query's joules are a share computed from its tokens, and would only "
                        + "give back what they were "
                        + "divided by. The analysis regression fits the device's own steps");
        return overlapped.size() == samples.runs().size()
                ? refused
                : points(picture, samples, fits, directory, options).and(refused);
    }

    private static Drawing points(Fitted picture, RunSamples samples, List<Map<String, ?>> fits, Path directory,
            PictureOptions options) {
        Measure measure = samples.measure(picture.up(samples.runs().getFirst()));
        List<Trace> traces = new ArrayList<>();
        for (int run = 0; run < samples.runs().size(); run++) {
            RunSample sample = samples.runs().get(run);
            if (picture.isDivided(sample)) {
                continue;
            }
            double[] tokens = picture.ofInput() ? sample.column(Dimension.INPUT_TOKENS) : totalTokens(sample);
            double[] figures = new Measure(picture.up(sample), measure.unit(), measure.factor()).of(sample);
            Trace points = Trace.points(picture.nameOf(sample), tokens, figures).inHue(run);
            if (points.x().length > 0) {
                traces.add(points);
                traces.addAll(lines(picture, fits.get(run), points, measure.factor()));
            }
        }
        if (traces.isEmpty()) {
            return Drawing.without(picture.file(), RunSamples.why(picture.headline()) + " together with token counts");
        }
        Axis across = Axis.of(picture.ofInput() ? "Input tokens" : "Input and output tokens", "");
        Plot figure = Plot.of(options.title().orElse(measure.axis().label() + " against tokens"),
                across.logarithmic(options.logX()), measure.axis().logarithmic(options.logY())).with(traces)
                .withNote(samples.noteOfPoints(measure.dimension()));
        return Drawing.of(options.write(figure, directory, picture.file()));
    }

    private static double[] totalTokens(RunSample sample) {
        double[] input = sample.column(Dimension.INPUT_TOKENS);
        double[] output = sample.column(Dimension.OUTPUT_TOKENS);
        return IntStream.range(0, input.length).mapToDouble(query -> input[query] + output[query]).toArray();
    }

    private static List<Trace> lines(Fitted picture, Map<String, ?> fits, Trace points, double factor) {
        List<Trace> lines = new ArrayList<>();
        fit(fits.get(picture.key())).ifPresent(fit -> lines.add(fit.line("", points, factor, false)));
        fit(fits.get(picture.key() + "_log"))
                .ifPresent(fit -> lines.add(fit.line(" over ln", points, factor, true).dashed()));
        return lines;
    }

    private static Optional<Fit> fit(@Nullable Object known) {
        return known instanceof Map<?, ?> map && map.get("slope") instanceof Double slope
                && map.get("intercept") instanceof Double intercept
                        ? Optional.of(new Fit(slope, intercept, String.valueOf(
                                map.get("r2") instanceof Double share ? FigureNumbers.of(share) : "-"),
                                map.get("count") instanceof Long count ? count : 0))
                        : Optional.empty();
    }

    /** A fitted line in the unit measured. */
    private record Fit(double slope, double intercept, String determination, long count) {
        Trace line(String form, Trace points, double factor, boolean ofLogarithm) {
            double least = Arrays.stream(points.x()).min().orElse(0);
            double most = Arrays.stream(points.x()).max().orElse(1);
            double[] x = DoubleStream.iterate(ofLogarithm ? Math.max(least, 1) : least,
                    at -> at + (most - least) / CURVE_POINTS).limit(CURVE_POINTS + 1).toArray();
            double[] y = Arrays.stream(x).map(at -> (intercept + slope * (ofLogarithm ? Math.log(at) : at)) * factor)
                    .toArray();
            return Trace.line("least squares" + form + ", n = " + count + ", slope " + FigureNumbers.of(slope * factor)
                    + ", r\u00b2 " + determination, x, y).inHue(points.hue());
        }
    }
}
