package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.Efficiency.QueryCoverage;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.record.Dimension;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A check for shares of which too few are known to represent all: a gap in the readings meets long requests first. */
final class ShareCoverage {
    /** The joules from which shares are computed. */
    private static final Map<Dimension, Dimension> JOULES = Map.of(Dimension.ENERGY_JOULES, Dimension.ENERGY_JOULES,
            Dimension.POWER_WATTS, Dimension.ENERGY_JOULES, Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES,
            Dimension.ENERGY_JOULES, Dimension.GPU_ENERGY_JOULES, Dimension.GPU_ENERGY_JOULES);

    private ShareCoverage() {}

    /** Returns the joules from which a share is computed; empty if the dimension is no share. */
    static Optional<Dimension> joules(ComparedDimension dimension) {
        return dimension.perQuery().map(JOULES::get);
    }

    /** Returns the runs in which too little is known, with the coverage; empty if it is enough in every run. */
    static Optional<String> tooLittle(ComparedDimension dimension, List<RunColumns> runs) {
        return joules(dimension).map(joules -> runs.stream().filter(run -> !run.coverage(joules).isEnough())
                .map(run -> of(run.name(), run.coverage(joules))).collect(Collectors.joining(", "))).filter(
                        text -> !text.isEmpty());
    }

    private static String of(String name, QueryCoverage coverage) {
        return String.format(Locale.ROOT, "%s of %d of %d requests (%s %% of their time)", name,
                coverage.withEnergy(), coverage.queries(), Math.floor(coverage.timeShare() * 1000) / 10);
    }
}
