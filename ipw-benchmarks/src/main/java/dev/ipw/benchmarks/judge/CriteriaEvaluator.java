package dev.ipw.benchmarks.judge;

import dev.ipw.benchmarks.deliverable.Deliverables;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.ReasoningText;
import dev.ipw.query.QueryOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The evaluator of an answer by the criteria in its record's metadata under {@code criteria}, one call each. The score
 * is the points of the criteria that are met over the positive points, from 0 to 1; points below 0 count against the
 * answer. An answer that misses a criterion that is {@code required} is wrong. A record with a criterion without a
 * verdict is unscored. Where the metadata has {@code deliverables: files}, the files of an agent are judged with its
 * answer.
 */
record CriteriaEvaluator(Panel panel, double passScore) implements Evaluator {
    private static final String CRITERIA = "criteria";
    private static final String DELIVERABLES = "deliverables";
    private static final String FILES = "files";
    private static final int SHOWN_NAMES = 500;

    @Override
    public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) throws InterruptedException {
        List<Criterion> criteria = Criterion.of(question.metadata().get(CRITERIA));
        String answer = ReasoningText.removed(outcome.answer()).strip();
        if (possible(criteria) <= 0) {
            return Evaluation.unscored("The record has no criterion with points in its metadata")
                    .withUsage(EvaluationUsage.NONE);
        }
        Optional<Deliverables> left = left(question, outcome);
        boolean hasFiles = left.filter(found -> !found.files().isEmpty()).isPresent();
        if (answer.isBlank() && !hasFiles) {
            return Evaluation.notAttempted("The answer is empty" + (left.isPresent() ? ", and no file was left" : ""))
                    .withScore(0).withUsage(EvaluationUsage.NONE);
        }
        CriterionPrompt prompt = CriterionPrompt.of(question, answer, criteria, left);
        List<Judged> judged = new ArrayList<>();
        for (Criterion criterion : criteria) {
            List<Judgement<String>> judgements = panel.ask(prompt.about(criterion), CriterionPrompt.FORM,
                    question.epoch());
            judged.add(new Judged(criterion, Majority.of(judgements).word(), judgements));
        }
        List<Judgement<String>> all = judged.stream().flatMap(one -> one.judgements().stream()).toList();
        Map<String, String> facts = JudgementFacts.of(prompt.rubric(), all);
        left.ifPresent(found -> addFiles(facts, found));
        return evaluation(judged, facts, left.map(CriteriaEvaluator::fileNote).orElse(""))
                .withUsage(JudgementFacts.usage(all));
    }

    private static double possible(List<Criterion> criteria) {
        return criteria.stream().mapToDouble(Criterion::points).filter(points -> points > 0).sum();
    }

    /** Reads the agent's files where the record asks for files; without a folder there are no files. */
    private static Optional<Deliverables> left(DatasetRecord question, QueryOutcome outcome)
            throws InterruptedException {
        if (!FILES.equals(question.metadata().get(DELIVERABLES))) {
            return Optional.empty();
        }
        Optional<Path> workspace = outcome.workspace();
        return Optional.of(workspace.isPresent()
                ? Deliverables.in(workspace.get())
                : new Deliverables(List.of(), List.of()));
    }

    private static void addFiles(Map<String, String> facts, Deliverables left) {
        facts.put("files_left", String.valueOf(left.files().size()));
        if (!left.files().isEmpty()) {
            facts.put("files", Excerpt.of(left.files().stream().map(file -> file.name() + " (" + file.bytes()
                    + " bytes)").collect(Collectors.joining(", ")), SHOWN_NAMES));
        }
        if (!left.notes().isEmpty()) {
            facts.put("files_notes", Excerpt.of(String.join(" ", left.notes()), SHOWN_NAMES));
        }
    }

    private static String fileNote(Deliverables left) {
        int count = left.files().size();
        return count == 0
                ? "; no file was left, so that the text of the answer alone was judged"
                : "; judged with " + count + (count == 1 ? " file" : " files") + " that the agent left";
    }

    private Evaluation evaluation(List<Judged> judged, Map<String, String> facts, String files) {
        long open = judged.stream().filter(one -> one.word().isEmpty()).count();
        facts.put("criteria_met", judged.stream().filter(Judged::isMet).count() + " of " + judged.size());
        if (open > 0) {
            String reason = open + " criteria have no verdict: "
                    + JudgementFacts.problems(judged.stream().flatMap(one -> one.judgements().stream()).toList());
            return Evaluation.failed(reason).withMetadata(facts);
        }
        double points = judged.stream().filter(Judged::isMet).mapToDouble(one -> one.criterion().points()).sum();
        double score = Math.clamp(points / possible(judged.stream().map(Judged::criterion).toList()), 0, 1);
        long missed = judged.stream().filter(one -> one.criterion().isRequired() && !one.isMet()).count();
        if (missed > 0) {
            facts.put("required_missed", String.valueOf(missed));
        }
        String reason = "Meets " + facts.get("criteria_met") + " criteria"
                + (missed > 0 ? "; misses " + missed + " that are required" : "") + files;
        return new Evaluation(missed == 0 && score >= passScore ? Verdict.CORRECT : Verdict.INCORRECT,
                Optional.empty(), reason, facts).withScore(score);
    }

    @Override
    public void close() {
        panel.close();
    }

    private record Judged(Criterion criterion, Optional<String> word, List<Judgement<String>> judgements) {
        boolean isMet() {
            return word.filter(CriterionPrompt.MET::equals).isPresent();
        }
    }
}
