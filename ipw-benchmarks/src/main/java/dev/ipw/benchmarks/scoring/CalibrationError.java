package dev.ipw.benchmarks.scoring;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The difference between confidence and accuracy. The answers are sorted by confidence and divided into bins of equal
 * size; remaining answers join the last bin. Every bin counts by its number of answers, including the last, and nothing
 * is rounded. The official code of HLE omits the last bin, and rounds to two decimals before it multiplies by 100.
 *
 * @param rootMeanSquare the root of the mean squared difference, from 0 to 1
 * @param expected       the mean absolute difference, the expected calibration error, from 0 to 1
 * @param bins           the number of bins
 * @param answers        the number of answers
 */
public record CalibrationError(double rootMeanSquare, double expected, int bins, int answers) {
    /** The size of a bin in HLE. */
    public static final int BIN_SIZE = 100;

    /**
     * Computes the error over bins of {@value #BIN_SIZE}.
     *
     * @param answers the answers with a known confidence; those of equal confidence keep their order
     * @return the error; empty if there are no answers
     */
    public static Optional<CalibrationError> of(List<ConfidentAnswer> answers) {
        return of(answers, BIN_SIZE);
    }

    /**
     * Computes the error.
     *
     * @param answers the answers with a known confidence; those of equal confidence keep their order
     * @param binSize the number of answers of a bin, at least 1; a smaller number of answers makes one bin
     * @return the error; empty if there are no answers
     */
    public static Optional<CalibrationError> of(List<ConfidentAnswer> answers, int binSize) {
        if (binSize < 1) {
            throw new IllegalArgumentException("A bin holds at least 1 answer, not " + binSize);
        }
        if (answers.isEmpty()) {
            return Optional.empty();
        }
        List<ConfidentAnswer> sorted = answers.stream()
                .sorted(Comparator.comparingDouble(ConfidentAnswer::confidence)).toList();
        int bins = Math.max(1, sorted.size() / binSize);
        double squares = 0;
        double differences = 0;
        for (int bin = 0; bin < bins; bin++) {
            int end = bin == bins - 1 ? sorted.size() : (bin + 1) * binSize;
            List<ConfidentAnswer> members = sorted.subList(bin * binSize, end);
            double difference = difference(members);
            squares += members.size() * difference * difference;
            differences += members.size() * difference;
        }
        return Optional.of(new CalibrationError(Math.sqrt(squares / sorted.size()), differences / sorted.size(), bins,
                sorted.size()));
    }

    private static double difference(List<ConfidentAnswer> answers) {
        double confidence = answers.stream().mapToDouble(ConfidentAnswer::confidence).average().orElseThrow();
        double accuracy = (double) answers.stream().filter(ConfidentAnswer::correct).count() / answers.size();
        return Math.abs(confidence - accuracy);
    }
}
