package dev.ipw.cli;

import dev.ipw.analysis.AccuracyAnalysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.RunFigure;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.Dimension;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Show what the accuracy analysis tells beyond the run's own report: by scope, by subject, within service levels. */
final class AccuracyText {
    private static final int MOST_SUBJECTS = 20;

    private final TreeReader summary;
    private final TreeReader data;
    private final int columns;

    private AccuracyText(AnalysisResult result, int columns) {
        summary = TreeReader.of(AccuracyAnalysis.ID, result.summary());
        data = TreeReader.of(AccuracyAnalysis.ID, result.data());
        this.columns = columns;
    }

    /** Write it; nothing where there is nothing to tell. */
    static String of(AnalysisResult result, int columns) {
        AccuracyText text = new AccuracyText(result, columns);
        return text.levels() + text.filledIn() + text.scopes() + text.subjects();
    }

    private String levels() {
        return summary.optionalText("slo")
                .map(levels -> paragraph("Right and within " + levels + ": " + summary.whole("correct_within_slo")
                        + " answers, " + estimate(summary, "correct_within_slo_per_kilojoule") + " for a kilojoule"))
                .orElse("");
    }

    private String filledIn() {
        long imputed = summary.whole("imputed_count");
        return imputed == 0
                ? ""
                : paragraph("With the joules of " + imputed + " queries filled in from their watts (ESTIMATED): IPJ "
                        + estimate(summary, "intelligence_per_joule") + " per joule");
    }

    private String paragraph(String sentence) {
        return "\n" + String.join("\n", TextTable.wrap(sentence, columns)) + "\n";
    }

    private String scopes() {
        List<TreeReader> scopes = data.children("per_scope");
        Optional<TreeReader> net = data.child("gross_and_net").optionalChild("net");
        if (scopes.size() + (net.isPresent() ? 1 : 0) < 2) {
            return "";
        }
        TextTable table = new TextTable(1, 3).row("Joules counted", RunFigure.JOULES_PER_QUERY.words(),
                RunFigure.INTELLIGENCE_PER_JOULE.words(), RunFigure.DEVICE_INTELLIGENCE_PER_WATT.words());
        scopes.forEach(scope -> row(table, scope.text("scope"), scope, ""));
        net.ifPresent(known -> row(table, "net", known, "net_"));
        return "\n" + table.format("  ", columns);
    }

    private static void row(TextTable table, String name, TreeReader figures, String before) {
        table.row(name, Figures.of(figures.optionalReal(before + RunFigure.JOULES_PER_QUERY.label())),
                estimate(figures, before + RunFigure.INTELLIGENCE_PER_JOULE.label()),
                Figures.of(figures.optionalReal(before.isEmpty()
                        ? RunFigure.DEVICE_INTELLIGENCE_PER_WATT.label()
                        : before + "intelligence_per_watt")));
    }

    private String subjects() {
        List<TreeReader> subjects = data.children("per_subject");
        if (subjects.size() < 2) {
            return "";
        }
        TextTable table = new TextTable(1, 3).row("Subject", "right", "accuracy, %", Dimension.ENERGY_JOULES.words(),
                "share IPJ", "known of");
        subjects.stream().limit(MOST_SUBJECTS).forEach(subject -> table.row(subject.text("subject"),
                subject.whole("correct") + "/" + subject.whole("scored"),
                interval(subject, "accuracy", 100), Figures.of(subject.optionalReal(Dimension.ENERGY_JOULES.label())),
                estimate(subject, "intelligence_per_share_joule"),
                subject.whole("queries_with_energy") + " queries"));
        String more = subjects.size() > MOST_SUBJECTS
                ? "  and " + (subjects.size() - MOST_SUBJECTS) + " more in the file\n"
                : "";
        return "\n" + table.format("  ", columns) + more;
    }

    private static String bound(TreeReader tree, String key, double scale) {
        OptionalDouble bound = tree.optionalReal(key);
        return bound.isPresent() ? Figures.of(bound.getAsDouble() * scale) : "?";
    }

    private static String estimate(TreeReader tree, String key) {
        return interval(tree, key, 1);
    }

    private static String interval(TreeReader tree, String key, double scale) {
        OptionalDouble value = tree.optionalReal(key);
        return value.isEmpty()
                ? "-"
                : Figures.of(value.getAsDouble() * scale) + " [" + bound(tree, key + "_low", scale) + ", "
                        + bound(tree, key + "_high", scale) + "]";
    }
}
