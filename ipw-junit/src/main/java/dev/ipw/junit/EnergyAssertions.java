package dev.ipw.junit;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Figure;
import dev.ipw.statistics.Interval;
import dev.ipw.telemetry.Measured;
import dev.ipw.telemetry.TelemetryWindow;
import java.util.Optional;
import org.apiguardian.api.API;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;

/**
 * AssertJ assertions on joules. An unknown value fails with its reason. An interval that contains the asserted limit
 * shows nothing: it is neither below nor above.
 *
 * <pre>{@code
 * assertThat(window).energy(Scope.PACKAGE).isBelow(joules(5));
 * assertThat(comparison).secondUsesLess();
 * }</pre>
 *
 * <p>{@link ProfileAssertions} has those on profiles.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyAssertions {
    private EnergyAssertions() {}

    /**
     * Creates an assertion on a measured window.
     *
     * @param window the window
     * @return the assertion
     */
    public static WindowAssert assertThat(@Nullable TelemetryWindow window) {
        return new WindowAssert(window);
    }

    /**
     * Creates an assertion on the window of a measured task.
     *
     * @param measured the task
     * @return the assertion
     */
    public static WindowAssert assertThat(@Nullable Measured<?> measured) {
        return new WindowAssert(measured == null ? null : measured.window());
    }

    /**
     * Creates an assertion on the comparison of two ways to do a thing.
     *
     * @param comparison the comparison
     * @return the assertion
     */
    public static EnergyComparisonAssert assertThat(@Nullable EnergyComparison comparison) {
        return new EnergyComparisonAssert(comparison);
    }

    /**
     * Marks a figure as joules.
     *
     * @param joules the figure
     * @return the same figure
     */
    public static double joules(double joules) {
        return joules;
    }

    /**
     * Creates a percentage.
     *
     * @param percent the percentage, at least 0
     * @return the percentage
     */
    public static Percentage percent(double percent) {
        return Percentage.withPercentage(percent);
    }

    /** The assertion on a measured window. */
    public static final class WindowAssert extends AbstractAssert<WindowAssert, TelemetryWindow> {
        private WindowAssert(@Nullable TelemetryWindow window) {
            super(window, WindowAssert.class);
        }

        /**
         * Creates an assertion on the joules of one part of the machine.
         *
         * @param scope the part
         * @return the assertion
         */
        public FigureAssert energy(Scope scope) {
            isNotNull();
            return new FigureAssert(AssertedFigure.of(scope.label() + " energy", actual.energy(scope)));
        }

        /**
         * Creates an assertion on all joules that are measured without double counting.
         *
         * @return the assertion
         */
        public FigureAssert energy() {
            isNotNull();
            return new FigureAssert(AssertedFigure.of("energy", actual.energy()));
        }

        /**
         * Creates an assertion on the process's own share of the processor packages' joules, which is an estimate.
         *
         * @return the assertion
         */
        public FigureAssert processEnergy() {
            isNotNull();
            return new FigureAssert(AssertedFigure.of("energy of this process", actual.processEnergy().energy()));
        }
    }

    /** The assertion on a figure by its interval. */
    public static final class FigureAssert extends AbstractAssert<FigureAssert, AssertedFigure> {
        FigureAssert(AssertedFigure figure) {
            super(figure, FigureAssert.class);
        }

        /**
         * Asserts that the whole interval lies below a limit.
         *
         * @param limit in the figure's unit
         * @return this for method chaining
         */
        public FigureAssert isBelow(double limit) {
            return isOnOneSide("below", limit, known().high() < limit, known().low() >= limit);
        }

        /**
         * Asserts that the whole interval lies above a limit.
         *
         * @param limit in the figure's unit
         * @return this for method chaining
         */
        public FigureAssert isAbove(double limit) {
            return isOnOneSide("above", limit, known().low() > limit, known().high() <= limit);
        }

        /**
         * Asserts that the figure comes from a sensor and not from an estimate.
         *
         * @return this for method chaining
         */
        public FigureAssert isMeasured() {
            known();
            if (actual.source().startsWith(Provenance.ESTIMATED.name())) {
                failWithMessage("%s", actual + " is an estimate, not measured");
            }
            return this;
        }

        private Interval known() {
            if (actual.doubt().isPresent() || actual.estimate().isEmpty()) {
                failWithMessage("%s", "nothing can be said of the " + actual.name() + ": "
                        + actual.doubt().orElse("it is not known"));
            }
            return actual.estimate().orElseThrow().interval();
        }

        private FigureAssert isOnOneSide(String side, double limit, boolean holds, boolean isContradicted) {
            if (!holds) {
                failWithMessage("%s", actual + (isContradicted ? " is not " : " is not shown to be ") + side + " "
                        + JouleText.number(limit) + " " + actual.unit()
                        + (isContradicted
                                ? ""
                                : ": undecided, as its interval holds that. Measure more or for longer"));
            }
            return this;
        }
    }

    /** The assertion on the comparison of two ways to do a thing. */
    public static final class EnergyComparisonAssert extends AbstractAssert<EnergyComparisonAssert, EnergyComparison> {
        private EnergyComparisonAssert(@Nullable EnergyComparison comparison) {
            super(comparison, EnergyComparisonAssert.class);
        }

        /**
         * Asserts that the second uses less than the first.
         *
         * @return this for method chaining
         */
        public EnergyComparisonAssert secondUsesLess() {
            isNotNull();
            if (!actual.excessOver(1).isBelow(0)) {
                failWithMessage("%s", "the second is not shown to use less: " + actual);
            }
            return this;
        }

        /**
         * Asserts that the second uses no more than the first and a tolerance.
         *
         * @param tolerance the maximum by which it may use more
         * @return this for method chaining
         */
        public EnergyComparisonAssert hasNoRegression(Percentage tolerance) {
            isNotNull();
            RepeatedMean excess = actual.excessOver(1 + tolerance.value / 100);
            if (!excess.isBelow(0)) {
                failWithMessage("%s", "the second " + (excess.isAbove(0) ? "uses" : "is not shown not to use")
                        + " more than the first and " + JouleText.number(tolerance.value) + " %: " + actual);
            }
            return this;
        }
    }

    /**
     * A figure and its reliability.
     *
     * @param name     its name
     * @param unit     its unit
     * @param estimate the figure; empty if absent
     * @param source   its origin
     * @param doubt    the reason why it permits no conclusion
     */
    record AssertedFigure(String name, String unit, Optional<Estimate> estimate, String source,
            Optional<String> doubt) {
        static AssertedFigure of(String name, EnergyReading reading) {
            Optional<Estimate> estimate = reading.range().filter(any -> reading.isAvailable())
                    .map(bounds -> new Estimate(reading.joules().orElseThrow(), bounds));
            return new AssertedFigure(name, "J", estimate, reading.provenance() + " " + reading.source(),
                    Doubt.of(reading));
        }

        static AssertedFigure of(String name, String unit, Figure figure, String source) {
            return new AssertedFigure(name, unit, figure.estimate(), source, figure.reason());
        }

        @Override
        public String toString() {
            return name + " " + estimate.map(known -> JouleText.number(known.value()) + " "
                    + unit + " [" + JouleText.number(known.interval().low()) + ", "
                    + JouleText.number(known.interval().high()) + "]").orElse("unknown") + " (" + source + ")";
        }
    }
}
