package dev.ipw.report.picture;

import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.VisualizationProvider.Drawing;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;

/** The picture of the distribution of one dimension of several runs as horizontal boxes below each other. */
@API(status = API.Status.EXPERIMENTAL)
public final class BoxPicture implements VisualizationProvider {
    /** Creates the provider. */
    public BoxPicture() {}

    @Override
    public String id() {
        return "box";
    }

    @Override
    public String description() {
        return "the spread of one figure, a box for each run (dimension=tpot, log_x)";
    }

    @Override
    public Drawing draw(List<RunReader> runs, Path directory, Parameters parameters) {
        Dimension dimension = Dimension.named(parameters.text("dimension").orElse("time_per_output_token"));
        PictureOptions options = PictureOptions.of(parameters);
        parameters.rejectUnknown();
        RunSamples samples = RunSamples.read(runs, Set.of(dimension));
        String name = "box_" + dimension.label();
        if (!samples.has(dimension)) {
            return Drawing.without(name, RunSamples.why(dimension));
        }
        Measure measure = samples.measure(dimension);
        // The first run is on top, as in tables.
        List<Trace> boxes = new ArrayList<>();
        int count = samples.runs().size();
        for (int run = 0; run < count; run++) {
            RunSample sample = samples.runs().get(run);
            for (Trace part : Trace.box("", count - run, measure.of(sample))) {
                boxes.add(part.inHue(run));
            }
        }
        Plot figure = Plot.of(options.title().orElse(measure.axis().label()),
                measure.axis().logarithmic(options.logX()),
                Axis.named("", samples.runs().reversed().stream().map(RunSample::name).toList())).with(boxes)
                .withNote(samples.noteOfPoints(dimension)
                        + "; boxes are quartiles and median, whiskers reach 1.5 interquartile ranges");
        return Drawing.of(options.write(figure, directory, name));
    }
}
