package dev.ipw.report.picture;

import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.VisualizationProvider.Drawing;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import dev.ipw.statistics.Statistics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * The picture of the lengths of answers: the density of their tokens with mean and median, under the Python
 * reference's name.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class OutputDensityPicture implements VisualizationProvider {
    /** Creates the provider. */
    public OutputDensityPicture() {}

    @Override
    public String id() {
        return "output_kde";
    }

    @Override
    public List<String> aliases() {
        return List.of("output-kde");
    }

    @Override
    public String description() {
        return "the density of the answers' tokens, with their mean (dashed) and median";
    }

    @Override
    public Drawing draw(List<RunReader> runs, Path directory, Parameters parameters) {
        PictureOptions options = PictureOptions.of(parameters);
        parameters.rejectUnknown();
        RunSamples samples = RunSamples.read(runs, Set.of(Dimension.OUTPUT_TOKENS));
        List<Trace> traces = new ArrayList<>();
        for (int run = 0; run < samples.runs().size(); run++) {
            traces.addAll(traces(samples.runs().get(run), run));
        }
        if (traces.isEmpty()) {
            return Drawing.without("completion_tokens_kde",
                    "no run has answers of two different lengths in tokens, and one length has no density");
        }
        Plot figure = Plot.of(options.title().orElse("Tokens of the answers"),
                Axis.of("Output tokens", "").logarithmic(options.logX()), Axis.of("Density", "1/token")).with(traces)
                .withNote(samples.note(Dimension.OUTPUT_TOKENS) + "; Gaussian kernels");
        return Drawing.of(options.write(figure, directory, "completion_tokens_kde"));
    }

    private static List<Trace> traces(RunSample run, int hue) {
        double[] tokens = run.values(Dimension.OUTPUT_TOKENS);
        Trace density = Trace.density(run.name(), tokens).inHue(hue);
        if (density.x().length == 0) {
            return List.of();
        }
        Statistics known = Statistics.of(tokens).orElseThrow();
        double top = Arrays.stream(density.y()).max().orElseThrow();
        return List.of(density,
                upright("mean " + FigureNumbers.of(known.average()), known.average(), top, hue).dashed(),
                upright("median " + FigureNumbers.of(known.median()), known.median(), top, hue));
    }

    private static Trace upright(String name, double at, double top, int hue) {
        return Trace.line(name, new double[]{at, at}, new double[]{0, top}).inHue(hue);
    }
}
