package dev.ipw.report.picture;

import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.VisualizationProvider.Drawing;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.apiguardian.api.API;

/** The picture of a dimension's mean over prompts and answers of different lengths, one for each run. */
@API(status = API.Status.EXPERIMENTAL)
public final class HeatMapPicture implements VisualizationProvider {
    private static final int USUAL_BINS = 8;

    /** Creates the provider. */
    public HeatMapPicture() {}

    @Override
    public String id() {
        return "heatmap";
    }

    @Override
    public String description() {
        return "the mean of a figure by the lengths of prompts and answers (dimension=total_time, x, y, bins=8), one for each run";
    }

    @Override
    public Drawing draw(List<RunReader> runs, Path directory, Parameters parameters) {
        Dimension dimension = Dimension.named(parameters.text("dimension").orElse("total_time"));
        Dimension across = Dimension.named(parameters.text("x").orElse("input_tokens"));
        Dimension up = Dimension.named(parameters.text("y").orElse("output_tokens"));
        PictureOptions options = PictureOptions.of(parameters);
        parameters.rejectUnknown();
        RunSamples samples = RunSamples.read(runs, Set.of(dimension, across, up));
        Measure value = samples.measure(dimension);
        Measure x = samples.measure(across);
        Measure y = samples.measure(up);
        Drawing drawn = Drawing.NOTHING;
        Map<String, HeatMap> maps = new LinkedHashMap<>();
        double[][] all = all(samples, x, y, value);
        for (RunSample run : samples.runs()) {
            String name = "heatmap_" + dimension.label()
                    + (samples.runs().size() == 1 ? "" : "_" + run.name().replaceAll("[^\\w.-]+", "_"));
            double[][] columns = whole(x.of(run), y.of(run), value.of(run));
            if (columns[0].length == 0) {
                drawn = drawn.and(Drawing.without(name, RunSamples.why(dimension, across, up)));
                continue;
            }
            HeatMap map = HeatMap.of(options.title().orElse(run.name()), x.axis(), y.axis(),
                    Axis.of("mean " + value.words(), value.axis().unit()),
                    bins(all[0], options), bins(all[1], options), columns)
                    .withNote(new RunSamples(List.of(run)).note(dimension, across, up));
            maps.put(name, map);
        }
        DoubleSummaryStatistics shades = maps.values().stream().flatMap(map -> Arrays.stream(map.means()))
                .flatMapToDouble(Arrays::stream).filter(Double::isFinite).summaryStatistics();
        for (Map.Entry<String, HeatMap> map : maps.entrySet()) {
            drawn = drawn.and(Drawing.of(options.write(
                    new HeatMapInRange(map.getValue(), shades.getMin(), shades.getMax()), directory, map.getKey())));
        }
        return drawn;
    }

    private static Bins bins(double[] values, PictureOptions options) {
        return Bins.of(values, OptionalInt.of(options.bins().orElse(USUAL_BINS)), OptionalDouble.empty(), false);
    }

    /** Returns the x and y values of all runs, so that the pictures of all runs have the same bins. */
    private static double[][] all(RunSamples samples, Measure x, Measure y, Measure value) {
        List<double[][]> each = samples.runs().stream().map(run -> whole(x.of(run), y.of(run), value.of(run))).toList();
        return IntStream.range(0, 2).mapToObj(place -> each.stream()
                .flatMapToDouble(columns -> Arrays.stream(columns[place])).toArray()).toArray(double[][]::new);
    }

    /** Returns the queries that have all three values. */
    private static double[][] whole(double[]... columns) {
        int[] rows = IntStream.range(0, columns[0].length)
                .filter(query -> Arrays.stream(columns).allMatch(column -> Double.isFinite(column[query]))).toArray();
        return Arrays.stream(columns).map(column -> Arrays.stream(rows).mapToDouble(query -> column[query]).toArray())
                .toArray(double[][]::new);
    }
}
