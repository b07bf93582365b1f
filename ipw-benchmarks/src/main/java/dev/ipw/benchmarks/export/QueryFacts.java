package dev.ipw.benchmarks.export;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyReading;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.Dimension;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.statistics.Statistics;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The facts of one query for the formats.
 *
 * @param question  the question
 * @param answer    the answer
 * @param judgement the judgement of the answer
 * @param use       the resources that the query used
 */
record QueryFacts(DatasetRecord question, Answer answer, Judgement judgement, Use use) {
    /** The field of a question that names its economic category. */
    static final String CATEGORY = "anthropic_index_category";

    /**
     * An answer.
     *
     * @param text         the final answer; for a failed request, the received part
     * @param finishReason the reason of its end, in the server's word
     * @param failure      the reason that there is no whole answer; empty if there is one
     * @param usage        its tokens
     */
    record Answer(String text, Optional<String> finishReason, Optional<String> failure, TokenUsage usage) {}

    /**
     * The judgement of an answer.
     *
     * @param evaluator   the evaluator
     * @param isRight     whether it is right; empty if it was not scored
     * @param isAttempted false if the model gave no answer
     * @param extracted   the part of the answer that was judged
     * @param reason      the reason, in a sentence; empty text if there is none
     */
    record Judgement(String evaluator, Optional<Boolean> isRight, boolean isAttempted, Optional<String> extracted,
            String reason) {}

    /**
     * The resources that a query used.
     *
     * @param energy                  its joules
     * @param scope                   the scope of the joules
     * @param floatingPointOperations its work, if known
     * @param seconds                 to the end of the answer; empty if it failed
     * @param firstTokenSeconds       to its first token; empty if it failed or is not known
     * @param deviceWatts             the watts of the devices of the scope during the query, including those of other
     *                                users
     */
    record Use(EnergyReading energy, String scope, OptionalDouble floatingPointOperations, OptionalDouble seconds,
            OptionalDouble firstTokenSeconds, OptionalDouble deviceWatts) {

        /** Returns the joules, if they are completely known. */
        OptionalDouble joules() {
            return energy.isComplete() ? energy.joules() : OptionalDouble.empty();
        }
    }

    /** Reads the facts from a run's query. */
    static QueryFacts of(ProfilingRecord record) {
        QueryOutcome outcome = record.outcome();
        ModelMetrics metrics = record.metrics();
        Answer answer = new Answer(outcome.answer(), outcome.finishReason(),
                outcome.failure().map(failure -> failure.message()), metrics.tokens());
        Judgement judgement = new Judgement(record.evaluator(), record.isCorrect(),
                record.evaluation().map(one -> one.verdict() != Verdict.NOT_ATTEMPTED).orElse(true),
                record.evaluation().flatMap(Evaluation::extracted),
                record.evaluation().map(Evaluation::reason).orElse(""));
        Use use = new Use(metrics.energy().headline(), metrics.energy().headlineScope(),
                metrics.compute().floatingPointOperations(), Dimension.TOTAL_TIME.of(record),
                Dimension.TIME_TO_FIRST_TOKEN.of(record), watts(metrics));
        return new QueryFacts(record.question(), answer, judgement, use);
    }

    /**
     * Returns the watts of the whole devices: a query's share of the watts of overlapping queries would make a device
     * look thrifty.
     */
    private static OptionalDouble watts(ModelMetrics metrics) {
        PowerMetrics power = metrics.power();
        String scope = metrics.energy().headlineScope();
        boolean hasGpu = scope.contains("gpu");
        boolean hasPackage = scope.contains("package");
        if ((!hasGpu && !hasPackage) || (hasGpu && power.gpuWatts().isEmpty())
                || (hasPackage && power.processorWatts().isEmpty())) {
            return OptionalDouble.empty();
        }
        double gpu = hasGpu ? power.gpuWatts().map(Statistics::average).orElseThrow() : 0;
        double processor = hasPackage ? power.processorWatts().map(Statistics::average).orElseThrow() : 0;
        return OptionalDouble.of(gpu + processor);
    }

    /** Returns the economic category of the question, if it names one. */
    Optional<String> category() {
        return Optional.ofNullable(question.metadata().get(CATEGORY)).filter(String.class::isInstance)
                .map(String.class::cast);
    }
}
