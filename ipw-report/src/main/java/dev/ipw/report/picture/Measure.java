package dev.ipw.report.picture;

import dev.ipw.record.Dimension;
import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.List;

/**
 * Show a dimension in a unit that suits its size: milliseconds where nine of ten values are below a second.
 *
 * @param dimension what it is
 * @param unit      the unit shown
 * @param factor    the values shown over the values measured
 */
record Measure(Dimension dimension, String unit, double factor) {
    private static final double MILLI = 1000;

    /** Choose a unit for the values of some runs. */
    static Measure of(Dimension dimension, List<RunSample> runs) {
        double[] sorted = runs.stream().flatMapToDouble(run -> Arrays.stream(run.values(dimension))).sorted().toArray();
        boolean small = sorted.length > 0 && Quantiles.ofSorted(sorted, 0.9) < 1;
        return isShare(dimension) ? new Measure(dimension, dimension.unit(), 1) : switch (dimension.unit()) {
            case "s" -> small ? new Measure(dimension, "ms", MILLI) : new Measure(dimension, "s", 1);
            case "J" -> small ? new Measure(dimension, "mJ", MILLI) : new Measure(dimension, "J", 1);
            case "J/token" -> small ? new Measure(dimension, "mJ/token", MILLI) : new Measure(dimension, "J/token", 1);
            default -> new Measure(dimension, dimension.unit(), 1);
        };
    }

    /** Return the values of a run in the unit shown, a place for each query, NaN where not measured. */
    double[] of(RunSample run) {
        return Arrays.stream(run.column(dimension)).map(value -> value * factor).toArray();
    }

    /** Name it in words, without the unit that the axis has beside it. A label of a share has its unit within. */
    Axis axis() {
        String words = words();
        boolean counts = dimension.unit().equals("tokens");
        return isShare(dimension)
                ? Axis.of(words, "")
                : Axis.of(Character.toUpperCase(words.charAt(0)) + words.substring(1), counts ? "" : unit);
    }

    /** Name it as within a title. */
    String words() {
        return isShare(dimension)
                ? dimension.words()
                : dimension == Dimension.GPU_ENERGY_JOULES
                        ? "share of the GPUs' energy"
                        : dimension.label().replaceFirst("_(watts|usd)$", "").replaceFirst("^gpu_", "GPU_")
                                .replace('_', ' ');
    }

    private static boolean isShare(Dimension dimension) {
        return dimension.words().startsWith("share");
    }
}
