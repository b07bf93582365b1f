package dev.ipw.report.picture;

import dev.ipw.record.Dimension;
import dev.ipw.report.axis.AxisUnit;
import java.util.Arrays;
import java.util.List;

/**
 * A dimension in a unit that suits an axis up to its maximum: milliseconds if all values are below a second.
 *
 * @param dimension the dimension
 * @param unit      the unit shown
 * @param factor    the shown value divided by the measured value
 */
record Measure(Dimension dimension, String unit, double factor) {
    /** Chooses a unit for the values of some runs. */
    static Measure of(Dimension dimension, List<RunSample> runs) {
        double most = runs.stream().flatMapToDouble(run -> Arrays.stream(run.values(dimension))).max()
                .orElse(Double.NaN);
        AxisUnit scale = AxisUnit.of(0, most, dimension.unit());
        return isShare(dimension)
                ? new Measure(dimension, dimension.unit(), 1)
                : new Measure(dimension, scale.unit(), scale.factor());
    }

    /** Returns the values of a run in the unit shown, one for each query, NaN if not measured. */
    double[] of(RunSample run) {
        return Arrays.stream(run.column(dimension)).map(value -> value * factor).toArray();
    }

    /** Returns the axis, whose label excludes the unit beside it. The label of a fraction includes its unit. */
    Axis axis() {
        String words = words();
        boolean counts = dimension.unit().equals("tokens");
        return isShare(dimension)
                ? Axis.of(words, "")
                : Axis.of(Character.toUpperCase(words.charAt(0)) + words.substring(1), counts ? "" : unit);
    }

    /** Returns the name for use within a title. */
    String words() {
        return isShare(dimension)
                ? dimension.words()
                : dimension == Dimension.GPU_ENERGY_JOULES
                        ? "share of the GPUs' energy"
                        : dimension.label().replaceFirst("_(watts|usd)$", "").replaceFirst("^gpu_", "GPU_")
                                .replace('_', ' ');
    }

    private static boolean isShare(Dimension dimension) {
        return dimension.isShare();
    }
}
