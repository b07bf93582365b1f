package dev.ipw.report.picture;

import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.VisualizationProvider.Drawing;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;

/** The picture of one dimension's distribution, with the histograms or distributions of all runs in one figure. */
@API(status = API.Status.EXPERIMENTAL)
public final class HistogramPicture implements VisualizationProvider {
    /** Creates the provider. */
    public HistogramPicture() {}

    @Override
    public String id() {
        return "histogram";
    }

    @Override
    public String description() {
        return "how one figure is distributed, all runs in one (dimension=tpot, form=histogram|cdf|kde, bins, bin=1ms, log_x)";
    }

    @Override
    public Drawing draw(List<RunReader> runs, Path directory, Parameters parameters) {
        Dimension dimension = Dimension.named(parameters.text("dimension").orElse("time_per_output_token"));
        String form = parameters.text("form").orElse("histogram");
        PictureOptions options = PictureOptions.of(parameters);
        parameters.rejectUnknown();
        if (!List.of("histogram", "cdf", "kde").contains(form)) {
            throw new ConfigurationException("form must be histogram, cdf or kde, not '" + form + "'");
        }
        RunSamples samples = RunSamples.read(runs, Set.of(dimension));
        String name = form + "_" + dimension.label();
        if (!samples.has(dimension)) {
            return Drawing.without(name, RunSamples.why(dimension));
        }
        Measure measure = samples.measure(dimension);
        Bins bins = options.bins(measure, samples.all(measure), options.logX());
        List<Trace> traces = new ArrayList<>();
        for (int run = 0; run < samples.runs().size(); run++) {
            RunSample sample = samples.runs().get(run);
            double[] values = measure.of(sample);
            Trace shares = switch (form) {
                case "cdf" -> Trace.distribution(sample.name(), values);
                case "kde" -> Trace.density(sample.name(), values);
                default -> Trace.histogram(sample.name(), values, bins);
            };
            traces.add((form.equals("kde") ? shares : inPercent(shares)).inHue(run));
        }
        Axis up = switch (form) {
            case "cdf" -> Axis.of("Share of queries at most so great", "%");
            case "kde" -> Axis.of("Density", "1/" + measure.unit());
            default -> Axis.of("Share of queries", "%");
        };
        Plot figure = Plot
                .of(options.title().orElse(measure.axis().label()), measure.axis().logarithmic(options.logX()),
                        up.logarithmic(options.logY()))
                .with(traces).withNote(samples.note(dimension)
                        + (form.equals("histogram") ? "; " + bins.count() + " bins" : ""));
        return Drawing.of(options.write(figure, directory, name));
    }

    private static Trace inPercent(Trace shares) {
        return new Trace(shares.name(), shares.shape(), shares.hue(), shares.x(),
                Arrays.stream(shares.y()).map(share -> 100 * share).toArray());
    }
}
