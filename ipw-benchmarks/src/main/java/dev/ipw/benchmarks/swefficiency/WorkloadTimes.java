package dev.ipw.benchmarks.swefficiency;

import dev.ipw.error.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The times of a workload, one for each run: the mean that it prints, else the time of its process.
 *
 * @param seconds   more than 0, at least one
 * @param isPrinted whether the workload printed them
 */
record WorkloadTimes(List<Double> seconds, boolean isPrinted) {
    private static final Pattern MEAN = Pattern.compile("(?m)^Mean:\\s*([0-9.]+(?:[eE][-+]?\\d{1,3})?)\\s*$");
    private static final Pattern WALL = Pattern.compile("(?m)^ipw-nanoseconds (\\d{1,18})$");
    private static final double NANOS = 1e9;

    /** Copies the list. */
    WorkloadTimes {
        seconds = List.copyOf(seconds);
    }

    /**
     * Reads times.
     *
     * @param prints the output of each run, with a line of its process' time at the end
     * @throws InputException if a run has no time, or several
     */
    static WorkloadTimes of(List<String> prints) {
        List<Double> means = new ArrayList<>();
        List<Double> walls = new ArrayList<>();
        for (String print : prints) {
            List<String> printed = MEAN.matcher(print).results().map(result -> result.group(1)).toList();
            if (printed.size() > 1) {
                throw new InputException("the workload printed " + printed.size() + " means of its time, not one");
            }
            printed.forEach(text -> means.add(positive(text)));
            Matcher wall = WALL.matcher(print);
            String nanos = "";
            while (wall.find()) {
                nanos = wall.group(1);
            }
            if (nanos.isEmpty()) {
                throw new InputException("the time of the workload's process is not known");
            }
            walls.add(positive(nanos) / NANOS);
        }
        if (!means.isEmpty() && means.size() != prints.size()) {
            throw new InputException("the workload printed its time in " + means.size() + " of " + prints.size()
                    + " runs only");
        }
        return means.isEmpty() ? new WorkloadTimes(walls, false) : new WorkloadTimes(means, true);
    }

    private static double positive(String text) {
        try {
            double number = Double.parseDouble(text);
            if (number > 0 && Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw new InputException("the workload's time '" + text + "' is no number", noNumber);
        }
        throw new InputException("the workload's time " + text + " is not above 0");
    }

    double median() {
        double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Formats the median and the spread, in seconds. */
    String format() {
        double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return String.format(Locale.ROOT, "%.6g s (%.6g to %.6g s, %d runs)", median(), sorted[0],
                sorted[sorted.length - 1], Arrays.stream(sorted).count());
    }
}
