package dev.ipw.results.internal.format;

import dev.ipw.energy.EnergyReading;
import dev.ipw.internal.tree.TreeReader;
import java.util.Optional;
import java.util.function.Function;

/** The columns of a reading in joules. */
public final class EnergyReadingColumns extends StructColumns<EnergyReading> {
    public static final EnergyReadingColumns INSTANCE = new EnergyReadingColumns();

    private final JoulesColumns joules = include(new JoulesColumns(), Function.identity());
    private final Column<EnergyReading, Optional<String>> reason = optionalText("reason", "why there are no joules",
            EnergyReading::reason);

    private EnergyReadingColumns() {}

    /** Returns whether a row has a reading. */
    boolean isIn(TreeReader row) {
        return joules.isIn(row);
    }

    @Override
    public EnergyReading read(TreeReader row) {
        return joules.read(row, reason.in(row));
    }
}
