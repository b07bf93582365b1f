package dev.ipw.cli.datasets;

import dev.ipw.benchmarks.BenchmarkExample;
import dev.ipw.benchmarks.BenchmarkProvider;
import dev.ipw.benchmarks.ExampleCheck;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.text.TextTable;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Plugins;
import dev.ipw.settings.EvaluationSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of checking a benchmark.
 *
 * @param id       the benchmark
 * @param examples the number of its examples
 * @param judged   the number of judged answers
 * @param problems the errors found
 * @param unjudged the reason why nothing, or not everything, was judged; empty text if everything was
 */
record DatasetCheck(String id, int examples, int judged, List<String> problems, String unjudged) {
    static DatasetCheck of(BenchmarkProvider benchmark, Map<String, String> parameters, CommandContext ipw)
            throws InterruptedException {
        List<BenchmarkExample> examples = benchmark.examples();
        if (benchmark.benchmark().evaluator().equals(Evaluators.NONE)) {
            return unjudged(benchmark.id(), examples, "its answers are not judged");
        }
        if (examples.stream().allMatch(example -> example.rightAnswer().isEmpty())) {
            return unjudged(benchmark.id(), examples, "no text is the one right answer");
        }
        Map<String, List<BenchmarkExample>> byEvaluator = examples.stream()
                .filter(example -> example.rightAnswer().isPresent())
                .collect(Collectors.groupingBy(
                        example -> example.record().evaluator().orElse(benchmark.benchmark().evaluator()),
                        TreeMap::new, Collectors.toList()));
        List<DatasetCheck> checks = new ArrayList<>();
        EvaluatorContext context = EvaluatorContext.builder().build().withProgress(ipw::note);
        try (Evaluators evaluators = new Evaluators(Plugins.builder("evaluator", EvaluatorProvider.class)
                .classLoader(ipw.classLoader()).build(), context, EvaluationSettings.DEFAULTS)) {
            for (Map.Entry<String, List<BenchmarkExample>> one : byEvaluator.entrySet()) {
                checks.add(judged(benchmark.id(), one.getValue(), one.getKey(), parameters, evaluators));
            }
        }
        return joined(benchmark.id(), examples.size(), checks);
    }

    private static DatasetCheck judged(String id, List<BenchmarkExample> examples, String evaluator,
            Map<String, String> parameters, Evaluators evaluators) throws InterruptedException {
        if (evaluators.providers().require(evaluator).asksModel() && !parameters.containsKey("judge_model")) {
            return unjudged(id, examples, "needs --judge-model");
        }
        try {
            ExampleCheck check = ExampleCheck.of(examples, evaluators.get(evaluator, parameters));
            return new DatasetCheck(id, check.examples(), check.judged(), check.problems(), "");
        } catch (ConfigurationException missing) {
            return unjudged(id, examples, String.valueOf(missing.getMessage()));
        }
    }

    private static DatasetCheck joined(String id, int examples, List<DatasetCheck> checks) {
        return new DatasetCheck(id, examples, checks.stream().mapToInt(DatasetCheck::judged).sum(),
                checks.stream().flatMap(one -> one.problems.stream()).toList(),
                checks.stream().map(DatasetCheck::unjudged).filter(reason -> !reason.isEmpty()).distinct()
                        .collect(Collectors.joining("; ")));
    }

    private static DatasetCheck unjudged(String id, List<BenchmarkExample> examples, String reason) {
        return new DatasetCheck(id, examples.size(), 0, List.of(), reason);
    }

    boolean isWrong() {
        return !problems.isEmpty();
    }

    static String text(List<DatasetCheck> checks, int columns) {
        TextTable table = new TextTable();
        for (DatasetCheck one : checks) {
            table.row(one.isWrong() ? "WRONG" : one.judged == 0 ? "read" : "right", one.id, one.summary());
        }
        StringBuilder text = new StringBuilder(table.format("", columns));
        checks.forEach(one -> one.problems.forEach(problem -> text.append(one.id).append(": ").append(problem)
                .append('\n')));
        return text.toString();
    }

    private String summary() {
        return examples + " examples; " + (judged == 0
                ? "not scored: " + unjudged
                : judged + " answers scored" + (isWrong() ? ", " + problems.size() + " of them wrong" : "")
                        + (unjudged.isEmpty() ? "" : "; others not: " + unjudged));
    }

    Map<String, @Nullable Object> tree() {
        return TreeBuilder.object().put("id", id).put("examples", examples).put("answers_scored", judged)
                .put("problems", problems).put("not_scored", unjudged.isEmpty() ? null : unjudged).build();
    }
}
