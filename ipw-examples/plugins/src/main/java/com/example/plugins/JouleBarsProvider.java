package com.example.plugins;

import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The provider of a bar per query, as long as its joules: {@code ipw plot --visualization joule-bars}. */
public final class JouleBarsProvider implements VisualizationProvider {
    private static final double WIDTH = 600;

    @Override
    public String id() {
        return "joule-bars";
    }

    @Override
    public String description() {
        return "a bar per query, as long as its joules";
    }

    @Override
    public Drawing draw(List<RunReader> runs, Path directory, Parameters parameters) {
        parameters.rejectUnknown();
        Drawing all = Drawing.NOTHING;
        for (int run = 0; run < runs.size(); run++) {
            all = all.and(draw(runs.get(run), directory.resolve("joule_bars_" + (run + 1) + ".svg")));
        }
        return all;
    }

    private static Drawing draw(RunReader run, Path file) {
        List<Double> joules = new ArrayList<>();
        run.forEachQuery(query -> Dimension.ENERGY_JOULES.of(query).ifPresent(joules::add));
        double most = joules.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        if (most <= 0) {
            return Drawing.without(file.getFileName().toString(), "no query has joules");
        }
        StringBuilder svg = new StringBuilder("<svg xmlns='http://www.w3.org/2000/svg' width='" + WIDTH + "' height='"
                + 12 * joules.size() + "'>\n");
        for (int bar = 0; bar < joules.size(); bar++) {
            svg.append("<rect y='" + 12 * bar + "' height='10' width='" + WIDTH * joules.get(bar) / most
                    + "'><title>" + joules.get(bar) + " J</title></rect>\n");
        }
        try {
            return Drawing.of(Files.writeString(file, svg.append("</svg>\n")));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
