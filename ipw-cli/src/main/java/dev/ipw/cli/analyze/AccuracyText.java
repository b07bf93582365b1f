package dev.ipw.cli.analyze;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.cli.text.FiguresText;
import dev.ipw.cli.text.TextTable;
import dev.ipw.record.Dimension;
import java.util.List;

/** The details of an accuracy analysis that the run's own report lacks: by scope, by subject, within service levels. */
public final class AccuracyText {
    private static final int MAX_SUBJECTS = 20;
    private static final List<String> NET = List.of("net_joules_per_query", "net_intelligence_per_joule",
            "net_intelligence_per_watt");

    private final AnalysisResult result;
    private final int columns;

    private AccuracyText(AnalysisResult result, int columns) {
        this.result = result;
        this.columns = columns;
    }

    /** Formats the details; empty without details. */
    public static String of(AnalysisResult result, int columns) {
        AccuracyText text = new AccuracyText(result, columns);
        StringBuilder all = new StringBuilder(text.levels() + text.filledIn() + text.scopes() + text.subjects());
        result.tables().stream().filter(table -> table.name().startsWith(AccuracyAnalysis.BY_FIELD)).forEach(
                table -> all.append(text.groups(table, AccuracyAnalysis.FIELD_VALUE,
                        table.name().substring(AccuracyAnalysis.BY_FIELD.length()))));
        return all.toString();
    }

    private String levels() {
        return result.figure("slo").text()
                .map(levels -> paragraph("Right and within " + levels + ": "
                        + FiguresText.count(result.figure("correct_within_slo")) + " answers, "
                        + FiguresText.estimate(result.figure("correct_within_slo_per_kilojoule"), 1)
                        + " for a kilojoule"))
                .orElse("");
    }

    private String filledIn() {
        long imputed = FiguresText.count(result.figure("imputed_count"));
        return imputed == 0
                ? ""
                : paragraph("With the joules of " + imputed + " queries filled in from their watts (ESTIMATED): IPJ "
                        + FiguresText.estimate(result.figure(RunFigure.INTELLIGENCE_PER_JOULE.label()), 1)
                        + " per joule");
    }

    private String paragraph(String sentence) {
        return "\n" + String.join("\n", TextTable.wrap(sentence, columns)) + "\n";
    }

    private String scopes() {
        AnalysisTable scopes = result.table("per_scope").orElseThrow();
        String text = "";
        if (scopes.rows().size() > 1) {
            TextTable table = new TextTable(1, 3).headed().row("Joules of", label(scopes, RunFigure.JOULES_PER_QUERY),
                    label(scopes, RunFigure.INTELLIGENCE_PER_JOULE),
                    label(scopes, RunFigure.DEVICE_INTELLIGENCE_PER_WATT));
            scopes.rows().forEach(row -> table.row(FiguresText.text(scopes.value(row, "scope")),
                    FiguresText.number(scopes.value(row, RunFigure.JOULES_PER_QUERY.label()), 1),
                    FiguresText.estimate(scopes.value(row, RunFigure.INTELLIGENCE_PER_JOULE.label()), 1),
                    FiguresText.number(scopes.value(row, RunFigure.DEVICE_INTELLIGENCE_PER_WATT.label()), 1)));
            text = "\n" + table.format("  ", columns);
        }
        return text + net();
    }

    private static String label(AnalysisTable table, RunFigure figure) {
        return table.columns().stream().filter(column -> column.name().equals(figure.label()))
                .map(AnalysisColumn::label).findFirst().orElse(figure.words());
    }

    private String net() {
        AnalysisTable both = result.table("gross_and_net").orElseThrow();
        return both.rows().stream().filter(row -> FiguresText.text(both.value(row, "energy")).equals("net")).findFirst()
                .map(both::figures).map(net -> {
                    TextTable table = new TextTable();
                    net.stream().filter(figure -> NET.contains(figure.column().name())).forEach(figure -> table
                            .row(figure.column().label(), FiguresText.estimate(figure.value(), 1)));
                    return "\n" + table.format("  ", columns);
                }).orElse("");
    }

    private String subjects() {
        AnalysisTable subjects = result.table("per_subject").orElseThrow();
        return subjects.rows().size() < 2 ? "" : groups(subjects, "subject", "Subject");
    }

    private String groups(AnalysisTable subjects, String group, String heading) {
        TextTable table = new TextTable(1, 3).dropping(5).headed().row(heading, "right", "accuracy, %",
                Dimension.ENERGY_JOULES.words(),
                "share IPJ", "known of");
        subjects.rows().stream().limit(MAX_SUBJECTS).forEach(row -> table.row(
                FiguresText.text(subjects.value(row, group)),
                FiguresText.count(subjects.value(row, "correct")) + "/"
                        + FiguresText.count(subjects.value(row, "scored")),
                FiguresText.estimate(subjects.value(row, "accuracy"), 100),
                FiguresText.number(subjects.value(row, Dimension.ENERGY_JOULES.label()), 1),
                FiguresText.estimate(subjects.value(row, "intelligence_per_share_joule"), 1),
                FiguresText.count(subjects.value(row, "queries_with_energy")) + " queries"));
        String more = subjects.rows().size() > MAX_SUBJECTS
                ? "  and " + (subjects.rows().size() - MAX_SUBJECTS) + " more in the file\n"
                : "";
        return "\n" + table.format("  ", columns) + more;
    }
}
