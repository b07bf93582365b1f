package dev.ipw.energy;

import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class ProcessShareTests {
    private static final EnergyReading PACKAGES = EnergyReading.of(100, 90, 120, Provenance.MEASURED, Scope.PACKAGE,
            "powercap package-0", Set.of(EnergyFlag.WRAP));

    private static ProcessShare.Times times(double process, double busy, double capacity) {
        return new ProcessShare.Times(process, busy, OptionalDouble.of(capacity), false);
    }

    @Test
    void chargesTheShareOfBusyTimeAndBoundsItByTheShareOfAllThereWas() {
        ProcessShare share = ProcessShare.of(PACKAGES, times(2, 8, 20));

        assertThat(share.cpuSeconds()).hasValue(2);
        EnergyReading energy = share.energy();
        assertThat(energy.joules()).hasValueCloseTo(25.0, within(1e-9));
        assertThat(energy.lower()).hasValueCloseTo(9.0, within(1e-9));
        assertThat(energy.upper()).hasValueCloseTo(30.0, within(1e-9));
        assertThat(energy.provenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(energy.flags()).containsExactly(EnergyFlag.WRAP);
        assertThat(energy.source()).contains("share", "powercap package-0");
    }

    @Test
    void hasNoLowerBoundWhereNobodyKnowsHowManyProcessorsThereAre() {
        ProcessShare share = ProcessShare.of(PACKAGES,
                new ProcessShare.Times(2, 8, OptionalDouble.empty(), true));

        assertThat(share.energy().lower()).hasValue(0);
        assertThat(share.energy().flags()).contains(EnergyFlag.PARTIAL);
    }

    @Test
    void neverChargesMoreThanAllAndNeverLessThanNothing() {
        Random random = new Random(11);
        for (int i = 0; i < 10_000; i++) {
            double process = random.nextDouble() * 10;
            double busy = random.nextDouble() * 10 + 1e-9;
            double capacity = random.nextDouble() * 10 + 1e-9;
            double lower = random.nextDouble() * 50;
            double joules = lower + random.nextDouble() * 50;
            double upper = joules + random.nextDouble() * 50;
            EnergyReading packages = EnergyReading.of(joules, lower, upper, Provenance.MEASURED, Scope.PACKAGE, "test",
                    Set.of());

            // The reading checks itself that its bounds hold the figure.
            EnergyReading energy = ProcessShare.of(packages, times(process, busy, capacity)).energy();

            assertThat(energy.joules().orElseThrow()).isBetween(0.0, joules);
            assertThat(energy.upper().orElseThrow()).isLessThanOrEqualTo(upper);
            if (process >= busy) {
                assertThat(energy.joules()).hasValue(joules);
            }
        }
    }

    @Test
    void sharesOfAllProcessesAddUpToThePackages() {
        double sum = 0;
        for (double process : new double[]{0.5, 1.25, 3, 0, 3.25}) {
            sum += ProcessShare.of(PACKAGES, times(process, 8, 20)).energy().joules().orElseThrow();
        }
        assertThat(sum).isCloseTo(100, within(1e-9));
    }

    @Test
    void saysWhyThereAreNoJoules() {
        EnergyReading none = EnergyReading.unavailable(Scope.PACKAGE, "no package sensor", "may not be read");

        ProcessShare without = ProcessShare.of(none, times(1, 2, 4));
        ProcessShare idle = ProcessShare.of(PACKAGES, times(0, 0, 4));
        ProcessShare nobody = ProcessShare.none("nobody looked");

        assertThat(without.energy().reason()).contains("may not be read");
        assertThat(without.cpuSeconds()).hasValue(1);
        assertThat(idle.energy().reason().orElseThrow()).contains("measure for longer");
        assertThat(nobody.cpuSeconds()).isEmpty();
        assertThat(nobody.energy().reason()).contains("nobody looked");
    }

    @Test
    void refusesTimesThatCannotBe() {
        assertThatThrownBy(() -> times(-1, 2, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> times(1, Double.NaN, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> times(1, 2, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
