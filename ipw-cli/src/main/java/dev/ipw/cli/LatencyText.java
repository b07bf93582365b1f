package dev.ipw.cli;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.LatencyAnalysis;
import dev.ipw.analysis.RunFigure;
import dev.ipw.internal.tree.TreeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** Show how long answers took, each percentile over its interval, and below them throughput and goodput. */
final class LatencyText {
    private static final double MILLIS = 1e3;
    private static final String INDENT = "  ";
    private static final List<RunFigure> RATES = List.of(RunFigure.OFFERED_PER_SECOND, RunFigure.REQUESTS_PER_SECOND,
            RunFigure.FAILED_PER_SECOND, RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND);
    private static final List<String> PERCENTILES = List.of("p50", "p90", "p99");

    private final TreeReader summary;
    private final TreeReader percentiles;
    private final String mark;
    private final int columns;

    private LatencyText(AnalysisResult result, String mark, int columns) {
        summary = TreeReader.of(LatencyAnalysis.ID, result.summary());
        percentiles = TreeReader.of(LatencyAnalysis.ID, result.data()).child("percentiles");
        this.mark = mark;
        this.columns = columns;
    }

    /**
     * Write it.
     *
     * @param mark    stands behind the name of a figure made of times that are not to be believed
     * @param columns the width to keep to
     */
    static String of(AnalysisResult result, String mark, int columns) {
        LatencyText text = new LatencyText(result, mark, columns);
        return text.figures() + "\n" + text.rates().format(INDENT, columns);
    }

    private String figures() {
        TextTable table = new TextTable(0, 1, 2, 3).row("mean", "p50", "p90", "p99");
        List<String> absent = new ArrayList<>();
        percentiles.asMap().keySet().forEach(name -> {
            TreeReader figure = percentiles.child(name);
            if (figure.whole("count") == 0) {
                absent.add(name.replace('_', ' '));
            } else {
                add(table, name.replace('_', ' '), figure);
            }
        });
        return "Times: " + summary.text("times") + "; the intervals in brackets hold with 95 %\n\n"
                + table.format(INDENT, columns) + (absent.isEmpty()
                        ? ""
                        : TextTable.paragraph("Nobody measured: " + String.join(", ", absent), INDENT, columns));
    }

    private void add(TextTable table, String name, TreeReader figure) {
        boolean seconds = figure.text("unit").equals("s");
        double scale = seconds ? MILLIS : 1;
        List<Optional<TreeReader>> found = PERCENTILES.stream().map(figure::optionalChild).toList();
        table.row(name + (seconds || figure.text("unit").endsWith("/s") ? mark : "") + " of " + figure.whole("count")
                + ", " + (seconds ? "ms" : figure.text("unit")));
        table.row(row(shown(figure.optionalReal("mean"), scale, "-"), found,
                one -> shown(one.optionalReal("value"), scale, "-"), "-"));
        table.row(row("", found, one -> "[" + shown(one.optionalReal("low"), scale, "?") + ", "
                + shown(one.optionalReal("high"), scale, "?") + "]", ""));
    }

    private static String[] row(String first, List<Optional<TreeReader>> found, Function<TreeReader, String> cell,
            String otherwise) {
        return Stream.concat(Stream.of(INDENT + first), found.stream().map(one -> one.map(cell).orElse(otherwise)))
                .toArray(String[]::new);
    }

    private static String shown(OptionalDouble value, double scale, String otherwise) {
        return value.isPresent() ? Figures.of(value.getAsDouble() * scale) : otherwise;
    }

    private TextTable rates() {
        TextTable table = new TextTable();
        rate(table, "asked/s", "asked_per_second");
        for (RunFigure figure : RATES) {
            rate(table, figure.words() + mark, figure.label());
        }
        summary.optionalText("slo").ifPresent(levels -> {
            table.row("Goodput" + mark, Figures.of(summary.optionalReal("goodput_per_second")) + " a second; "
                    + summary.whole("slo_met") + " of " + summary.whole("slo_attempted") + " answers kept " + levels
                    + share());
            rate(table, RunFigure.JOULES_PER_GOOD_ANSWER.words(), RunFigure.JOULES_PER_GOOD_ANSWER.label());
        });
        return table;
    }

    private void rate(TextTable table, String name, String key) {
        OptionalDouble value = summary.optionalReal(key);
        if (value.isPresent()) {
            table.row(name, Figures.of(value.getAsDouble()));
        }
    }

    private String share() {
        OptionalDouble share = summary.optionalReal("goodput_share");
        return share.isEmpty()
                ? ""
                : ", " + Figures.percent(share.getAsDouble()) + " ["
                        + Figures.percent(summary.real("goodput_share_low")) + ", "
                        + Figures.percent(summary.real("goodput_share_high")) + "]";
    }
}
