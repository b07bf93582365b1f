package dev.ipw.benchmarks.judge;

import dev.ipw.benchmarks.scoring.ConfidenceText;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.ReasoningText;
import dev.ipw.query.QueryOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The evaluator of answers by a rubric with words such as CORRECT; with several judges the majority decides, and a tie
 * is no verdict.
 *
 * @param readsConfidence whether answers state their confidence
 */
record GradeEvaluator(Rubric rubric, Panel panel, boolean readsConfidence) implements Evaluator {
    private static final String NOT_STATED = "not stated";

    @Override
    public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) throws InterruptedException {
        String answer = ReasoningText.removed(outcome.answer()).strip();
        if (question.answer().isBlank()) {
            return Evaluation.unscored("The record has no answer to compare with").withUsage(EvaluationUsage.NONE);
        }
        if (answer.isBlank()) {
            return Evaluation.notAttempted("The answer is empty").withUsage(EvaluationUsage.NONE);
        }
        GradeForm form = new GradeForm(rubric.words(), true);
        JudgePrompt prompt = rubric.write(question, answer);
        List<Judgement<GradedReply>> judgements = readsConfidence
                ? panel.ask(prompt, new GradedReplyForm(form, answer), question.epoch())
                : panel.ask(prompt, form, question.epoch()).stream().map(one -> one.map(GradedReply::ofGrade)).toList();
        return evaluation(judgements, answer).withUsage(JudgementFacts.usage(judgements));
    }

    private Evaluation evaluation(List<Judgement<GradedReply>> replies, String answer) {
        List<Judgement<String>> judgements = replies.stream().map(one -> one.map(GradedReply::word)).toList();
        Majority majority = Majority.of(judgements);
        Map<String, String> facts = JudgementFacts.of(rubric.id(), judgements);
        facts.put("votes", majority.votes().entrySet().stream().map(vote -> vote.getKey() + " " + vote.getValue())
                .collect(Collectors.joining(", ")));
        facts.put("verdicts", judgements.stream().map(one -> one.model() + "=" + one.verdict().orElse("-"))
                .collect(Collectors.joining("; ")));
        if (readsConfidence) {
            addConfidence(facts, replies, answer);
        }
        if (majority.votes().isEmpty()) {
            facts.remove("votes");
            return Evaluation.failed("No verdict: " + JudgementFacts.problems(judgements)).withMetadata(facts);
        }
        if (majority.word().isEmpty()) {
            return Evaluation.unscored("The judges are divided: " + facts.get("votes")).withMetadata(facts);
        }
        String word = majority.word().get();
        Verdict verdict = rubric.grades().stream().filter(grade -> grade.word().equals(word)).findFirst()
                .map(Grade::verdict).orElseThrow();
        String reason = "Judged " + word + (judgements.size() > 1 ? " (" + facts.get("votes") + ")" : "");
        // The judge chose the words, so votes on them cannot be counted.
        finalAnswer(replies, word).ifPresent(found -> facts.put("final_answer", found));
        return new Evaluation(verdict, Optional.empty(), reason, facts);
    }

    /**
     * Adds the confidence that the answer states in the requested form; else the confidence that the majority of judges
     * read in it. If it is stated nowhere, it is absent.
     */
    private static void addConfidence(Map<String, String> facts, List<Judgement<GradedReply>> replies, String answer) {
        OptionalDouble stated = ConfidenceText.read(answer);
        if (stated.isPresent()) {
            facts.put("confidence", String.valueOf(stated.getAsDouble()));
            facts.put("confidence_read_by", "rule");
            return;
        }
        Majority read = Majority.of(replies.stream().map(one -> one.map(GradeEvaluator::confidence)).toList());
        read.word().filter(value -> !value.equals(NOT_STATED)).ifPresent(value -> {
            facts.put("confidence", value);
            facts.put("confidence_read_by", "judge");
        });
    }

    private static String confidence(GradedReply reply) {
        return reply.confidence().isPresent() ? String.valueOf(reply.confidence().getAsDouble()) : NOT_STATED;
    }

    private static Optional<String> finalAnswer(List<Judgement<GradedReply>> replies, String word) {
        return replies.stream().map(Judgement::verdict).flatMap(Optional::stream)
                .filter(reply -> reply.word().equals(word)).map(GradedReply::finalAnswer).flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public void close() {
        panel.close();
    }
}
