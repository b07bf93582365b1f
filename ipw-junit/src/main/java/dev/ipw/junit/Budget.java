package dev.ipw.junit;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.telemetry.TelemetryWindow;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * A validated {@link EnergyBudget}.
 *
 * @param joules         the maximum energy of one call; infinite if only a baseline counts
 * @param scopes         the parts of the machine; empty for the headline
 * @param repetitions    the maximum number of repetitions
 * @param warmups        the number of calls before
 * @param confidence     the confidence that a conclusion requires
 * @param tolerance      the amount by which a mean may exceed the baseline, as a fraction
 * @param required       true if the test fails without measured joules
 * @param allowEstimates true if an estimate suffices where nothing measures
 */
record Budget(double joules, Set<Scope> scopes, int repetitions, int warmups, double confidence, double tolerance,
        boolean required, boolean allowEstimates) {
    private static final double ROOM = 1.5;

    Budget {
        scopes = Set.copyOf(scopes);
    }

    static Budget of(EnergyBudget annotation) {
        require(annotation.joules() > 0, "joules", "above 0", annotation.joules());
        require(annotation.repetitions() >= 2, "repetitions", "at least 2", annotation.repetitions());
        require(annotation.warmups() >= 0, "warmups", "at least 0", annotation.warmups());
        require(annotation.confidence() >= 0.5 && annotation.confidence() < 1, "confidence", "from 0.5 up to below 1",
                annotation.confidence());
        require(annotation.tolerance() >= 0 && annotation.tolerance() <= 1, "tolerance",
                "a share from 0 to 1, as 0.1 for 10 percent", annotation.tolerance());
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        scopes.addAll(Arrays.asList(annotation.scope()));
        require(scopes.size() < 2 || scopes.stream().allMatch(Scope::isAdditive), "scope",
                "one scope, or several of GPU, PACKAGE, DRAM and ANE, since others contain each other", scopes);
        return new Budget(annotation.joules(), scopes, annotation.repetitions(), annotation.warmups(),
                annotation.confidence(), annotation.tolerance(), annotation.required(), annotation.allowEstimates());
    }

    private static void require(boolean isRight, String attribute, String expected, Object value) {
        if (!isRight) {
            throw new ExtensionConfigurationException(
                    "@EnergyBudget: " + attribute + " must be " + expected + ", not " + value);
        }
    }

    boolean hasLimit() {
        return joules < Double.POSITIVE_INFINITY;
    }

    /**
     * Returns whether the bounds of one call are far from the limit, so that narrower ones would decide nothing
     * sooner.
     */
    boolean isFarFrom(Repetition repetition) {
        return hasLimit()
                && (repetition.upper() * ROOM < joules || repetition.lower() > joules * ROOM);
    }

    /** Returns the joules of a window that count. */
    EnergyReading reading(TelemetryWindow window) {
        return scopes.stream().sorted().map(window::energy).reduce(EnergyReading::plus).orElseGet(window::energy);
    }
}
