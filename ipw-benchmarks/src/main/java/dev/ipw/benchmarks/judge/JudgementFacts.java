package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.EvaluationUsage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A summary of judgements for the record of an evaluation. */
final class JudgementFacts {
    private JudgementFacts() {}

    static EvaluationUsage usage(List<? extends Judgement<?>> judgements) {
        EvaluationUsage sum = EvaluationUsage.NONE;
        for (Judgement<?> one : judgements) {
            sum = sum.plus(one.isCached() ? EvaluationUsage.NONE.withCacheHits(1) : one.usage());
        }
        return sum;
    }

    static Map<String, String> of(String rubric, List<? extends Judgement<?>> judgements) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("rubric", rubric);
        facts.put("judges", judgements.stream().map(Judgement::model).distinct().collect(Collectors.joining(", ")));
        long cached = judgements.stream().filter(Judgement::isCached).count();
        if (cached > 0) {
            facts.put("judged_before", cached + " of " + judgements.size());
        }
        return facts;
    }

    static String problems(List<? extends Judgement<?>> judgements) {
        return judgements.stream().map(Judgement::problem).filter(problem -> !problem.isEmpty()).distinct()
                .collect(Collectors.joining("; "));
    }
}
