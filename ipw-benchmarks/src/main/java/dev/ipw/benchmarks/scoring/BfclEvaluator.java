package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.query.QueryOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The evaluator that compares the function calls of one turn with those that the Berkeley function-calling leaderboard
 * allows. Several calls may come in any order. If no call is expected, an answer without one is right. If any call is
 * expected, with the metadata {@code expects: any_call}, an answer with a call of an offered function is right.
 */
final class BfclEvaluator implements Evaluator {
    private static final int EXCERPT_CHARACTERS = 300;
    private static final String EXPECTS = "expects";
    private static final String ANY_CALL = "any_call";

    @Override
    public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) {
        SourceLanguage language = SourceLanguage.of(question);
        if (ANY_CALL.equals(question.metadata().get(EXPECTS))) {
            return anyCall(ExpectedCalls.offered(question), outcome, language).withUsage(EvaluationUsage.NONE);
        }
        return ExpectedCalls.of(question).map(expected -> judged(expected, outcome, language))
                .orElseGet(
                        () -> Evaluation.unscored("The record has no metadata 'ground_truth' with the expected calls"))
                .withUsage(EvaluationUsage.NONE);
    }

    /**
     * Evaluates an answer that may call any offered function: the choice of the function and its arguments do not
     * matter.
     */
    private static Evaluation anyCall(Set<String> offered, QueryOutcome outcome, SourceLanguage language) {
        OutcomeCalls given;
        try {
            given = OutcomeCalls.of(outcome, language);
        } catch (CallSyntaxException noCalls) {
            return Evaluation.incorrect("Calls no function where one fits");
        }
        boolean isOffered = given.calls().stream().anyMatch(call -> offered.stream()
                .anyMatch(name -> call.name().equals(name)
                        || (given.areTools() && call.name().equals(name.replace('.', '_')))));
        if (given.calls().isEmpty()) {
            return Evaluation.incorrect("Calls no function where one fits");
        }
        return isOffered
                ? Evaluation.correct()
                : Evaluation.incorrect("Calls no function that was offered: " + names(given.calls()));
    }

    private static Evaluation judged(List<ExpectedCall> expected, QueryOutcome outcome, SourceLanguage language) {
        OutcomeCalls given;
        try {
            given = OutcomeCalls.of(outcome, language);
        } catch (CallSyntaxException noCalls) {
            if (expected.isEmpty()) {
                return Evaluation.correct();
            }
            String reason = noCalls.getMessage();
            return outcome.answer().isBlank()
                    ? Evaluation.notAttempted("The answer is empty")
                    : Evaluation.incorrect("The answer cannot be read as calls: " + reason);
        }
        if (given.calls().isEmpty() && !expected.isEmpty()) {
            return Evaluation.notAttempted("The answer calls no function");
        }
        boolean isRight = CallMatching.isComplete(expected, given.calls(), given.areTools());
        return new Evaluation(isRight ? Verdict.CORRECT : Verdict.INCORRECT, OptionalDouble.empty(),
                Optional.of(names(given.calls())), isRight ? "Calls as expected" : reason(expected, given), false,
                Map.of("calls", String.valueOf(given.calls().size()), "expected_calls",
                        String.valueOf(expected.size()), "read_from", given.areTools() ? "tool calls" : "text"),
                EvaluationUsage.NONE);
    }

    private static String names(List<FunctionCall> calls) {
        return Excerpt.of(calls.stream().map(FunctionCall::name).collect(Collectors.joining(", ")), EXCERPT_CHARACTERS);
    }

    private static String reason(List<ExpectedCall> expected, OutcomeCalls given) {
        if (expected.size() != given.calls().size()) {
            return "Calls " + given.calls().size() + " functions where " + expected.size() + " are expected";
        }
        if (expected.size() == 1) {
            String mismatch = expected.getFirst().mismatch(given.calls().getFirst(), given.areTools()).orElse("");
            return Excerpt.of(mismatch, EXCERPT_CHARACTERS);
        }
        return "Not every expected call has one that meets it";
    }
}
