package dev.ipw.energy;

import dev.ipw.statistics.Interval;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EnergyReadingTests {
    @Test
    void addsFiguresBoundsScopesSourcesAndFlags() {
        EnergyReading sum = measured(10, Scope.PACKAGE, "powercap package-0", EnergyFlag.WRAP)
                .plus(measured(2, Scope.DRAM, "powercap dram", EnergyFlag.GAP));
        assertThat(sum.joules()).hasValue(12);
        assertThat(sum.lower()).hasValue(10);
        assertThat(sum.upper()).hasValue(14);
        assertThat(sum.scopeLabel()).isEqualTo("package+dram");
        assertThat(sum.source()).isEqualTo("powercap package-0 + powercap dram");
        assertThat(sum.flags()).containsExactlyInAnyOrder(EnergyFlag.WRAP, EnergyFlag.GAP);
    }

    @Test
    void namesOneSourceOnceInASum() {
        assertThat(measured(1, Scope.GPU, "nvml").plus(measured(1, Scope.GPU, "nvml")).source()).isEqualTo("nvml");
    }

    @ParameterizedTest
    @CsvSource({"MEASURED,MEASURED,MEASURED", "MEASURED,INTEGRATED,INTEGRATED", "INTEGRATED,ESTIMATED,ESTIMATED",
            "ESTIMATED,MEASURED,ESTIMATED"})
    void keepsTheWeakerProvenanceInASum(Provenance left, Provenance right, Provenance expected) {
        assertThat(of(1, left).plus(of(1, right)).provenance()).isEqualTo(expected);
        assertThat(left.weaker(right)).isEqualTo(expected);
    }

    @Test
    void hasNoSumIfOnePartIsMissing() {
        EnergyReading missing = EnergyReading.unavailable(Scope.DRAM, "powercap dram", "not readable");
        EnergyReading present = measured(3, Scope.PACKAGE, "powercap package-0");
        assertThat(present.plus(missing).joules()).isEmpty();
        assertThat(missing.plus(present).joules()).isEmpty();
        assertThat(present.plus(missing).reason()).contains("not readable");
    }

    @ParameterizedTest
    @EnumSource(value = Scope.class, names = {"GPU", "PACKAGE", "DRAM", "ANE"}, mode = EnumSource.Mode.EXCLUDE)
    void refusesToCountAJouleTwice(Scope contained) {
        EnergyReading whole = measured(3, Scope.PACKAGE, "powercap package-0");
        EnergyReading part = measured(1, contained, "powercap");
        assertThatThrownBy(() -> whole.plus(part)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> part.plus(whole)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void addsTwoDevicesOfOneScopeThatIsPartOfAnother() {
        assertThat(measured(1, Scope.CORE, "core 0").plus(measured(2, Scope.CORE, "core 1")).joules()).hasValue(3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesAFigureThatIsNone(double joules) {
        assertThatThrownBy(() -> EnergyReading.of(joules, 0, joules, Provenance.MEASURED, Scope.GPU, "nvml", Set.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"6,7", "3,4", "NaN,7", "3,NaN", "-1,7"})
    void refusesBoundsThatDoNotHoldTheFigure(double lower, double upper) {
        assertThatThrownBy(() -> EnergyReading.of(5, lower, upper, Provenance.MEASURED, Scope.GPU, "nvml", Set.of()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("bounds");
    }

    @Test
    void refusesAFigureWithoutBounds() {
        assertThatThrownBy(() -> new EnergyReading(OptionalDouble.of(5), OptionalDouble.empty(),
                OptionalDouble.empty(), Provenance.MEASURED, Set.of(Scope.GPU), "nvml", Set.of(), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("bounds");
    }

    @Test
    void refusesAFigureWithoutSourceAndAnAbsenceWithoutReason() {
        assertThatThrownBy(
                () -> EnergyReading.of(1, 1, 1, Provenance.UNAVAILABLE, Scope.GPU, "nvml", Set.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EnergyReading(OptionalDouble.empty(), OptionalDouble.empty(),
                OptionalDouble.empty(), Provenance.UNAVAILABLE, Set.of(Scope.GPU), "nvml", Set.of(), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void writesItselfForAPerson() {
        assertThat(measured(12.4, Scope.PACKAGE, "powercap package-0"))
                .hasToString("12.4 J [11.4, 13.4] MEASURED (powercap package-0)");
        assertThat(measured(123456, Scope.GPU, "nvml", EnergyFlag.SHORT, EnergyFlag.GAP))
                .hasToString("123500 J [123500, 123500] MEASURED (nvml) [GAP, SHORT]");
        assertThat(EnergyReading.unavailable(Scope.PACKAGE, "powercap", "not readable"))
                .hasToString("no joules, UNAVAILABLE (powercap: not readable)");
    }

    @ParameterizedTest
    @EnumSource(names = {"PARTIAL", "PROVISIONAL", "RESET", "LOST"})
    void hasNoUpperBoundWhereAPartIsMissingUnlessThatAllowsForIt(EnergyFlag missing) {
        EnergyReading part = measured(12, Scope.GPU, "nvml", missing);
        assertThat(part.upperBound()).isEmpty();
        assertThat(part.range()).isEmpty();
        assertThat(part).hasToString("12 J [11, ?] MEASURED (nvml) [" + missing + "]");

        EnergyReading bounded = part.flagged(EnergyFlag.BOUNDED);
        assertThat(bounded.range()).hasValue(new Interval(11, 13, 1));
        assertThat(bounded.isComplete()).isFalse();
        assertThat(bounded.plus(measured(1, Scope.GPU, "nvml")).upperBound()).hasValue(15);
        assertThat(bounded.plus(part).upperBound()).isEmpty();
        assertThat(part.plus(bounded).upperBound()).isEmpty();
        assertThat(bounded.flagged(missing).upperBound()).isEmpty();
    }

    @Test
    void leavesOutItsJoules() {
        assertThat(measured(3, Scope.GPU, "nvml", EnergyFlag.GAP).withoutJoules("of one query only"))
                .isEqualTo(EnergyReading.unavailable(Scope.GPU, "nvml", "of one query only"));
    }

    @Test
    void writesWholeFiguresWithoutTrailingZeros() {
        assertThat(EnergyReading.of(1, 0, 2, Provenance.ESTIMATED, Scope.PACKAGE, "estimate", Set.of()))
                .hasToString("1 J [0, 2] ESTIMATED (estimate)");
    }

    private static EnergyReading measured(double joules, Scope scope, String source, EnergyFlag... flags) {
        return EnergyReading.of(joules, joules - 1, joules + 1, Provenance.MEASURED, scope, source, Set.of(flags));
    }

    private static EnergyReading of(double joules, Provenance provenance) {
        return EnergyReading.of(joules, joules, joules, provenance, Scope.GPU, "nvml", Set.of());
    }
}
