package dev.ipw.report.picture;

import dev.ipw.record.Dimension;
import dev.ipw.report.axis.AxisUnit;
import java.util.Arrays;
import java.util.List;

/**
 * Show a dimension in a unit that suits an axis up to its greatest value: milliseconds where all are below a second.
 *
 * @param dimension what it is
 * @param unit      the unit shown
 * @param factor    the values shown over the values measured
 */
record Measure(Dimension dimension, String unit, double factor) {
    /** Choose a unit for the values of some runs. */
    static Measure of(Dimension dimension, List<RunSample> runs) {
        double most = runs.stream().flatMapToDouble(run -> Arrays.stream(run.values(dimension))).max()
                .orElse(Double.NaN);
        AxisUnit scale = AxisUnit.of(0, most, dimension.unit());
        return isShare(dimension)
                ? new Measure(dimension, dimension.unit(), 1)
                : new Measure(dimension, scale.unit(), scale.factor());
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
