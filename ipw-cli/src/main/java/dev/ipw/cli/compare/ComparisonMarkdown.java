package dev.ipw.cli.compare;

import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.comparison.internal.FailureRule.Result;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.internal.io.MarkdownText;
import java.util.List;
import java.util.Optional;

/**
 * A comparison in Markdown, for a comment on a change: the rules first, then the table of each compared run.
 *
 * @param results     the judgements of the rules
 * @param sensorError the error of all joules; empty if no joules are compared
 */
record ComparisonMarkdown(List<Result> results, Optional<String> sensorError) {
    private static final String ALIGNMENT = "|---|---|---:|---:|---|\n";

    ComparisonMarkdown {
        results = List.copyOf(results);
    }

    String of(List<RunComparison> runs) {
        StringBuilder text = new StringBuilder();
        results.forEach(result -> item(text, result.sentence()));
        runs.forEach(run -> table(text, run));
        return text.toString();
    }

    private void table(StringBuilder text, RunComparison run) {
        text.append(text.isEmpty() ? "" : "\n").append("**")
                .append(MarkdownText.escaped(ComparisonText.title(run))).append("**\n\n")
                .append(MarkdownText.row(ComparisonScreen.headings(run))).append(ALIGNMENT);
        run.dimensions().forEach(one -> text.append(MarkdownText.row(ComparisonScreen.cells(run, one))));
        text.append('\n');
        if (ComparisonScreen.hasAlone(run)) {
            item(text, ComparisonScreen.ALONE);
        }
        ComparisonScreen.notes(run, sensorError).forEach(note -> item(text, note));
        item(text, ComparisonScreen.drift(run) + "Intervals hold with 95 %");
    }

    private static void item(StringBuilder text, String sentence) {
        text.append("- ").append(MarkdownText.escaped(CommandWords.of(sentence))).append('\n');
    }
}
