package dev.ipw.results.internal.format;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.internal.tree.TreeReader;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** The columns of a reading in joules, without the reason of an absent one. */
final class JoulesColumns extends Columns<EnergyReading> {
    private final Column<EnergyReading, String> scope = text("scope", "scope: gpu, package, dram",
            EnergyReading::scopeLabel);
    private final Column<EnergyReading, OptionalDouble> joules = real("joules", "joules", EnergyReading::joules);
    private final Column<EnergyReading, OptionalDouble> lower = real("lower", "lower bound",
            EnergyReading::lower);
    private final Column<EnergyReading, OptionalDouble> upper = real("upper",
            "upper bound of all joules; absent if a part is missing", EnergyReading::upperBound);
    private final Column<EnergyReading, Provenance> provenance = word("provenance",
            "MEASURED, INTEGRATED, ESTIMATED, UNAVAILABLE",
            reading -> reading.provenance().name(), Labels.of(Provenance.class));
    private final Column<EnergyReading, String> source = text("source", "the sensor", EnergyReading::source);
    private final Column<EnergyReading, List<String>> flags = texts("flags", "flags of the joules",
            JoulesColumns::names);

    /** Returns whether a row has a reading: each has a source. */
    boolean isIn(TreeReader row) {
        return row.has(source.name());
    }

    EnergyReading read(TreeReader row, Optional<String> reason) {
        return new EnergyReading(joules.in(row), lower.in(row), upper(upper.in(row), joules.in(row)),
                provenance.in(row),
                scopes(scope.in(row)), source.in(row), flags(flags.in(row)),
                reason.filter(text -> joules.in(row).isEmpty()));
    }

    /** Returns an upper bound, or the least that it is: a figure of which a part is missing has none in a file. */
    static OptionalDouble upper(OptionalDouble upper, OptionalDouble joules) {
        return upper.isPresent() ? upper : joules;
    }

    /** Lists a reading's flags by name, in their order. */
    static List<String> names(EnergyReading reading) {
        return reading.flags().stream().sorted().map(EnergyFlag::name).toList();
    }

    /** Reads flags from their names. */
    static Set<EnergyFlag> flags(List<String> names) {
        return names.stream().map(name -> Labels.parse(EnergyFlag.class, name)).collect(Collectors.toUnmodifiableSet());
    }

    /** Reads scopes from their label. */
    static Set<Scope> scopes(String label) {
        return Arrays.stream(label.split("\\+")).map(word -> Labels.parse(Scope.class, word))
                .collect(Collectors.toUnmodifiableSet());
    }
}
