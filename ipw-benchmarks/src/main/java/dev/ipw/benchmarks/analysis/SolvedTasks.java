package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.record.RecordedQuery;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * A gatherer of the use of each question's attempts and the number of them that solved it. It keeps a few sums for each
 * question.
 */
public final class SolvedTasks implements RecordGatherer {
    private static final int FIRST_ROOM = 64;

    private final QuestionPlaces tasks = new QuestionPlaces();
    private final double[][] used = new double[Resource.values().length][FIRST_ROOM];
    private final long[] unknown = new long[Resource.values().length];
    private double[] solvedOfEach = new double[FIRST_ROOM];
    private long attempts;
    private long solved;
    private long judged;

    /** Makes a gatherer without tasks. */
    public SolvedTasks() {}

    /** A resource that attempts use. */
    enum Resource {
        /** From the start of the first call to the end. */
        SECONDS,
        /** US dollars. */
        USD
    }

    @Override
    public void add(RecordedQuery record) {
        int task = tasks.place(record.questionId());
        if (task == solvedOfEach.length) {
            grow();
        }
        attempts++;
        judged += record.isCorrect().isPresent() ? 1 : 0;
        boolean isSolved = record.isCorrect().orElse(false);
        solved += isSolved ? 1 : 0;
        solvedOfEach[task] += isSolved ? 1 : 0;
        use(task, Resource.SECONDS, OptionalDouble.of(record.totalSeconds()));
        use(task, Resource.USD, record.cost().totalUsd()
                .map(usd -> OptionalDouble.of(usd.doubleValue())).orElse(OptionalDouble.empty()));
    }

    private void grow() {
        int room = solvedOfEach.length + (solvedOfEach.length >> 1);
        solvedOfEach = Arrays.copyOf(solvedOfEach, room);
        Arrays.setAll(used, resource -> Arrays.copyOf(used[resource], room));
    }

    private void use(int task, Resource resource, OptionalDouble amount) {
        used[resource.ordinal()][task] += amount.orElse(0);
        unknown[resource.ordinal()] += amount.isPresent() ? 0 : 1;
    }

    int questions() {
        return tasks.count();
    }

    long attempts() {
        return attempts;
    }

    long solved() {
        return solved;
    }

    /** Counts the attempts with a verdict; a failed one counts as wrong. */
    long judged() {
        return judged;
    }

    /** Counts the attempts whose use is not known. */
    long unknown(Resource resource) {
        return unknown[resource.ordinal()];
    }

    double[] used(Resource resource) {
        return Arrays.copyOf(used[resource.ordinal()], tasks.count());
    }

    double[] solvedOfEach() {
        return Arrays.copyOf(solvedOfEach, tasks.count());
    }
}
