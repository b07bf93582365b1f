package dev.ipw.benchmarks.analysis;

import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.record.ProfilingRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Add up, for each question, what its attempts used and how many of them solved it. Keeps a few sums a question. */
public final class SolvedTasks implements RecordGatherer {
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final long[] unknown = new long[Resource.values().length];
    private long attempts;
    private long solved;
    private long judged;

    /** Hold no task. */
    public SolvedTasks() {}

    /** What attempts use. */
    enum Resource {
        /** From the start of the first call to the end. */
        SECONDS,
        /** US dollars. */
        USD
    }

    @Override
    public void add(ProfilingRecord record) {
        Task task = tasks.computeIfAbsent(record.question().questionId(), id -> new Task());
        attempts++;
        judged += record.isCorrect().isPresent() ? 1 : 0;
        boolean isSolved = record.isCorrect().orElse(false);
        solved += isSolved ? 1 : 0;
        task.solved += isSolved ? 1 : 0;
        use(task, Resource.SECONDS, OptionalDouble.of(record.metrics().latency().totalSeconds()));
        use(task, Resource.USD, record.metrics().cost().totalUsd()
                .map(usd -> OptionalDouble.of(usd.doubleValue())).orElse(OptionalDouble.empty()));
    }

    private void use(Task task, Resource resource, OptionalDouble amount) {
        task.used[resource.ordinal()] += amount.orElse(0);
        unknown[resource.ordinal()] += amount.isPresent() ? 0 : 1;
    }

    int questions() {
        return tasks.size();
    }

    long attempts() {
        return attempts;
    }

    long solved() {
        return solved;
    }

    /** Count the attempts with a verdict; a failed one counts as wrong. */
    long judged() {
        return judged;
    }

    /** Count the attempts of which it is not known what they used. */
    long unknown(Resource resource) {
        return unknown[resource.ordinal()];
    }

    double[] used(Resource resource) {
        return each(task -> task.used[resource.ordinal()]);
    }

    double[] solvedOfEach() {
        return each(task -> (double) task.solved);
    }

    private double[] each(ToDoubleFunction<Task> figure) {
        return tasks.values().stream().mapToDouble(figure).toArray();
    }

    private static final class Task {
        private final double[] used = new double[Resource.values().length];
        private long solved;
    }
}
