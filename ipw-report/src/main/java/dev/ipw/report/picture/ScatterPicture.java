package dev.ipw.report.picture;

import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.VisualizationProvider.Drawing;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;

/** The picture of one dimension of each query against another with the histograms of both; all runs in one picture. */
@API(status = API.Status.EXPERIMENTAL)
public final class ScatterPicture implements VisualizationProvider {
    /** Creates the provider. */
    public ScatterPicture() {}

    @Override
    public String id() {
        return "scatter";
    }

    @Override
    public String description() {
        return "one figure of each query against another, with their histograms (x=output_tokens, y=tpot, bins, log_x, log_y)";
    }

    @Override
    public Drawing draw(List<RunReader> runs, Path directory, Parameters parameters) {
        Dimension across = Dimension.named(parameters.text("x").orElse("output_tokens"));
        Dimension up = Dimension.named(parameters.text("y").orElse("time_per_output_token"));
        PictureOptions options = PictureOptions.of(parameters);
        parameters.rejectUnknown();
        RunSamples samples = RunSamples.read(runs, Set.of(across, up));
        String name = "scatter_" + across.label() + "_" + up.label();
        if (!samples.has(across) || !samples.has(up)) {
            return Drawing.without(name, RunSamples.why(across, up));
        }
        Measure x = samples.measure(across);
        Measure y = samples.measure(up);
        List<MarginalScatter.Sample> points = samples.runs().stream()
                .map(run -> new MarginalScatter.Sample(run.name(), x.of(run), y.of(run))).toList();
        MarginalScatter picture = new MarginalScatter(
                options.title().orElse(y.axis().label() + " against " + x.words()),
                x.axis().logarithmic(options.logX()), y.axis().logarithmic(options.logY()), points,
                options.withoutWidth().bins(x, samples.all(x), options.logX()),
                options.bins(y, samples.all(y), options.logY()), samples.noteOfPoints(across, up));
        return Drawing.of(options.write(picture, directory, name));
    }
}
