package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A gatherer of the speed-up ratios of the attempts at each task. */
final class SpeedupRatios implements RecordGatherer {
    private static final String RATIO = "reward.ratio";

    private final Map<String, List<Double>> byTask = new LinkedHashMap<>();
    private long attempts;
    private long without;

    @Override
    public void add(RecordedQuery record) {
        attempts++;
        Optional<Double> ratio = ratio(record);
        if (ratio.isEmpty()) {
            without++;
            return;
        }
        byTask.computeIfAbsent(record.questionId(), id -> new ArrayList<>()).add(ratio.get());
    }

    /**
     * Returns the ratio of an attempt. An attempt without anything to test made nothing faster: it has the ratio of the
     * unchanged task.
     */
    private static Optional<Double> ratio(RecordedQuery record) {
        Optional<Double> ratio = record.evaluation().map(Evaluation::metadata).map(facts -> facts.get(RATIO))
                .flatMap(SpeedupRatios::number);
        return ratio.or(() -> record.isCorrect().filter(correct -> !correct).isPresent()
                && record.question().metadata().get("speedup") instanceof Number expert && expert.doubleValue() > 0
                        ? Optional.of(1 / expert.doubleValue())
                        : Optional.empty());
    }

    private static Optional<Double> number(String text) {
        try {
            double number = Double.parseDouble(text);
            return number > 0 && Double.isFinite(number) ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException noNumber) {
            return Optional.empty();
        }
    }

    long attempts() {
        return attempts;
    }

    /** Counts the attempts without a ratio. */
    long without() {
        return without;
    }

    Map<String, List<Double>> byTask() {
        return byTask;
    }
}
