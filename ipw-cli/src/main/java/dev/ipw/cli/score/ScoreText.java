package dev.ipw.cli.score;

import dev.ipw.benchmarks.analysis.CohenKappa;
import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.tree.TreeBuilder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The text of scores side by side, the run's own first.
 *
 * @param scores the scores
 */
record ScoreText(List<Score> scores) {
    String of(Path run, int columns) {
        TextTable table = new TextTable(2, 3, 4, 5, 6, 7).dropping(1).headed();
        table.row("evaluator", "when", "right", "wrong", "no attempt", "no verdict", "accuracy", "kappa");
        for (Score score : scores) {
            table.row(score.evaluator(), score.when().isEmpty() ? "in the run" : score.when(), count(score, "correct"),
                    count(score, "incorrect"), count(score, "not_attempted"), count(score, ScoredAnswer.NONE),
                    percent(score.accuracy()), number(kappa(score)));
        }
        String kappa = scores.size() == 1
                ? ""
                : TextTable.paragraph("kappa: agreement with the first of them beyond chance, 1 at most", "  ",
                        columns);
        return run + "\n" + table.format("  ", columns) + kappa + without(columns);
    }

    private String without(int columns) {
        Map<String, Long> reasons = scores.getLast().answers().stream()
                .filter(one -> one.verdict().equals(ScoredAnswer.NONE))
                .collect(Collectors.groupingBy(ScoredAnswer::reason, Collectors.counting()));
        return reasons.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed()).limit(3)
                .map(entry -> TextTable.paragraph("no verdict, " + entry.getValue() + " times: " + entry.getKey(), "  ",
                        columns))
                .collect(Collectors.joining());
    }

    private static String count(Score score, String verdict) {
        return String.valueOf(score.count(verdict));
    }

    private static String percent(OptionalDouble share) {
        return share.isEmpty() ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share.getAsDouble());
    }

    private static String number(OptionalDouble value) {
        return value.isEmpty() ? "-" : String.format(Locale.ROOT, "%.3f", value.getAsDouble());
    }

    /** Returns Cohen's kappa between this score and the run's own, over the answers with a verdict in both. */
    private OptionalDouble kappa(Score score) {
        Score first = scores.getFirst();
        if (score.equals(first)) {
            return OptionalDouble.empty();
        }
        Map<String, String> verdicts = new HashMap<>();
        first.answers().forEach(one -> verdicts.put(one.id(), one.verdict()));
        List<ScoredAnswer> both = score.answers().stream().filter(one -> !one.verdict().equals(ScoredAnswer.NONE)
                && !verdicts.getOrDefault(one.id(), ScoredAnswer.NONE).equals(ScoredAnswer.NONE)).toList();
        return CohenKappa.of(
                both.stream().map(one -> ScoredAnswer.RIGHT.equals(verdicts.get(one.id()))).toList(),
                both.stream().map(one -> one.verdict().equals(ScoredAnswer.RIGHT)).toList());
    }

    List<?> tree() {
        return scores.stream().map(score -> TreeBuilder.object().put("evaluator", score.evaluator())
                .put("parameters", score.parameters()).put("when", score.when().isEmpty() ? null : score.when())
                .put("correct", score.count("correct")).put("incorrect", score.count("incorrect"))
                .put("not_attempted", score.count("not_attempted")).put("unscored", score.count(ScoredAnswer.NONE))
                .put("accuracy", score.accuracy()).put("kappa_with_run", kappa(score)).build()).toList();
    }
}
