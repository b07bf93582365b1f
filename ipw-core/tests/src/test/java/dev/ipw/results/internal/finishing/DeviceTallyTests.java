package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WorkWeights;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.energy.internal.curve.PowerLimits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DeviceTallyTests {
    private static final MeteredDevice DEVICE = new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED,
            "test gpu-0", 100_000_000);

    @Test
    void aRunInWhichAnyRequestsOverlappedIsNotMeasured() {
        assertThat(trust(window(ShareTrust.MEASURED, 990), window(ShareTrust.TRUSTED, 10)))
                .isEqualTo(ShareTrust.TRUSTED);
        assertThat(trust(window(ShareTrust.MEASURED, 990), window(ShareTrust.UNTRUSTED, 10)))
                .isEqualTo(ShareTrust.UNTRUSTED);
        assertThat(trust(window(ShareTrust.MEASURED, 990))).isEqualTo(ShareTrust.MEASURED);
    }

    @Test
    void windowsWithoutOverlapDoNotHideThoseThatCannotBeTrusted() {
        assertThat(trust(window(ShareTrust.MEASURED, 9000), window(ShareTrust.TRUSTED, 900),
                window(ShareTrust.UNTRUSTED, 90))).isEqualTo(ShareTrust.UNTRUSTED);
        assertThat(trust(window(ShareTrust.TRUSTED, 990), window(ShareTrust.UNTRUSTED, 10)))
                .isEqualTo(ShareTrust.TRUSTED);
    }

    @Test
    void aRequestWithAnUnknownWindowHasNoPhases() {
        RequestEnergy known = request(ShareTrust.TRUSTED, 10);
        RequestEnergy unknown = new RequestEnergy("one",
                EnergyReading.unavailable(Scope.GPU, "test gpu-0", "there are no readings"), EnergyBreakdown.NONE);

        for (RequestEnergy sum : List.of(known.followedBy(unknown), unknown.followedBy(known))) {
            assertThat(sum.joules()).hasValue(10);
            assertThat(sum.reading().flags()).contains(EnergyFlag.PARTIAL);
            assertThat(sum.prefillJoules()).isEmpty();
            assertThat(sum.decodeJoules()).isEmpty();
        }
    }

    private static ShareTrust trust(DeviceAttribution... windows) {
        DeviceTally tally = new DeviceTally(DEVICE,
                new UncountedTime(twoReadings(), List.of(), PowerLimits.UNKNOWN));
        for (DeviceAttribution window : windows) {
            tally.addWindow(window);
        }
        return tally.attribution(List.of()).sharing().trust();
    }

    private static EnergySteps twoReadings() {
        CounterRecorder recorder = new CounterRecorder(DEVICE, 1, OptionalLong.empty(), OptionalDouble.empty());
        recorder.record(0, 0, 0);
        recorder.record(100_000_000, 100_000_000, 10);
        return recorder.series().steps();
    }

    private static DeviceAttribution window(ShareTrust trust, double joules) {
        return new DeviceAttribution(DEVICE.name(), reading(joules, Set.of()), List.of(request(trust, joules)), 0, 0,
                new DeviceSharing(AttributionRule.FITTED, WorkWeights.TOKENS, OptionalDouble.empty(), trust,
                        Optional.empty(), Optional.empty(), 0));
    }

    private static RequestEnergy request(ShareTrust trust, double joules) {
        return new RequestEnergy("one",
                reading(joules, trust == ShareTrust.MEASURED ? Set.of() : Set.of(EnergyFlag.ATTRIBUTED)),
                new EnergyBreakdown(OptionalDouble.of(1), OptionalDouble.of(joules), OptionalDouble.of(joules),
                        OptionalDouble.of(0.4 * joules), OptionalDouble.of(0.6 * joules), OptionalDouble.empty(),
                        OptionalDouble.empty()));
    }

    private static EnergyReading reading(double joules, Set<EnergyFlag> flags) {
        return EnergyReading.of(joules, joules, joules, Provenance.MEASURED, Scope.GPU, "test gpu-0", flags);
    }
}
