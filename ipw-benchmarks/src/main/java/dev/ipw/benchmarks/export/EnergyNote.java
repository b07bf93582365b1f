package dev.ipw.benchmarks.export;

import dev.ipw.benchmarks.export.RunFacts.Energy;
import dev.ipw.energy.Provenance;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.VisibleText;
import dev.ipw.internal.number.SignificantDigits;
import java.util.StringJoiner;

/** A text with a run's joules, for formats without a field for them. */
final class EnergyNote {
    private static final int MAX_SOURCE_CHARACTERS = 80;

    private EnergyNote() {}

    /** Writes one sentence of bounded length. */
    static String of(RunFacts run) {
        Energy energy = run.energy();
        if (energy.joulesPerQuery().isEmpty()) {
            return "Energy unavailable: " + brief(energy.whyNone().orElse(energy.source())) + ".";
        }
        StringJoiner figures = new StringJoiner(", ");
        energy.joulesPerQuery().ifPresent(joules -> figures.add(SignificantDigits.four(joules.value()) + " J/query"));
        energy.intelligencePerJoule()
                .ifPresent(value -> figures.add("IPJ " + SignificantDigits.four(value.value()) + " /J"));
        energy.intelligencePerWatt()
                .ifPresent(value -> figures.add("IPW " + SignificantDigits.four(value.value()) + " /W"));
        energy.watts().ifPresent(watts -> figures.add(SignificantDigits.four(watts.value()) + " W"));
        return "Energy " + energy.provenance()
                + (energy.provenance() == Provenance.ESTIMATED ? " (no sensor read all of it)" : "") + ": "
                + figures + "; scope " + energy.scope() + ", " + brief(energy.source()) + ".";
    }

    /**
     * Returns the provenance of the joules; without joules it is unavailable, even if joules of single queries are
     * known.
     */
    static Provenance provenance(RunFacts run) {
        return run.energy().joulesPerQuery().isEmpty() ? Provenance.UNAVAILABLE : run.energy().provenance();
    }

    private static String brief(String text) {
        return Excerpt.of(VisibleText.line(text), MAX_SOURCE_CHARACTERS);
    }
}
