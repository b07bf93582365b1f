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
    /** Figures of one part of the machine have other labels than the run's. */
    private static final String SCOPE = "scope";

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
        String text = "";
        if (scopes.size() > 1) {
            TextTable table = new TextTable(1, 3).row("Joules of", SCOPE + ", " + RunFigure.JOULES_PER_QUERY.words(),
                    SCOPE + " " + RunFigure.INTELLIGENCE_PER_JOULE.words(),
                    SCOPE + " " + RunFigure.DEVICE_INTELLIGENCE_PER_WATT.words());
            scopes.forEach(scope -> table.row(scope.text("scope"),
                    Figures.of(scope.optionalReal(RunFigure.JOULES_PER_QUERY.label())),
                    estimate(scope, RunFigure.INTELLIGENCE_PER_JOULE.label()),
                    Figures.of(scope.optionalReal(RunFigure.DEVICE_INTELLIGENCE_PER_WATT.label()))));
            text = "\n" + table.format("  ", columns);
        }
        return text + net.map(this::net).orElse("");
    }

    private String net(TreeReader net) {
        return "\n" + new TextTable()
                .row("net, " + RunFigure.JOULES_PER_QUERY.words(), estimate(net, "net_joules_per_query"))
                .row("net " + RunFigure.INTELLIGENCE_PER_JOULE.words(), estimate(net, "net_intelligence_per_joule"))
                .row("net " + RunFigure.DEVICE_INTELLIGENCE_PER_WATT.words(),
                        estimate(net, "net_intelligence_per_watt"))
                .format("  ", columns);
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
