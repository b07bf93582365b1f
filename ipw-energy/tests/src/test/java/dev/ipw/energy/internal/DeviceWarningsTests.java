package dev.ipw.energy.internal;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DeviceWarningsTests {
    private final DeviceWarnings warnings = new DeviceWarnings();

    private void lost(int device, double seconds) {
        warnings.add("gpu-" + device, List.of("nvml counter " + device), List.of(String.format(Locale.ROOT,
                "The sensor 'nvml counter %d' of gpu-%d was lost for %.3g s", device, device, seconds)));
    }

    @Test
    void whatIsSaidOfOneDeviceStandsAsItIs() {
        lost(0, 1);
        warnings.add("gpu-1", List.of(), List.of());

        assertThat(warnings.sentences()).containsExactly("The sensor 'nvml counter 0' of gpu-0 was lost for 1.00 s");
    }

    @Test
    void whatIsSaidOfManyStandsOnceWithTheirNumberAndNames() {
        for (int device = 7; device >= 0; device--) {
            lost(device, 1.5 * device + 1);
        }

        assertThat(warnings.sentences()).containsExactly("The sensor 'nvml counter 0' of gpu-0 was lost for 1.00 s."
                + " The same is so of 7 further devices: gpu-1, gpu-2, gpu-3, gpu-4, gpu-5, gpu-6, gpu-7.");
    }

    @Test
    void ofVeryManySomeAreNamed() {
        for (int device = 100; device < 172; device++) {
            lost(device, 1);
        }

        assertThat(warnings.sentences()).singleElement().asString()
                .contains("71 further devices: gpu-101, ").endsWith(", gpu-108 and 63 more.");
    }

    @Test
    void whatIsSaidOtherwiseStandsBesideIt() {
        lost(0, 1);
        warnings.add("gpu-1", List.of(), List.of("gpu-1 drew 5 W when idle."));
        lost(2, 1);

        assertThat(warnings.sentences()).containsExactly("The sensor 'nvml counter 0' of gpu-0 was lost for 1.00 s."
                + " The same is so of 1 further device: gpu-2.", "gpu-1 drew 5 W when idle.");
    }

    @Test
    void severalSensorsOfADeviceAreSeveral() {
        warnings.add("gpu-0", List.of("nvml"), List.of("'nvml' of gpu-0 is lost 1 time"));
        warnings.add("gpu-0", List.of("dcgm"), List.of("'dcgm' of gpu-0 is lost 2 times"));
        warnings.add("gpu-0", List.of("dcgm"), List.of("'dcgm' of gpu-0 is lost 2 times"));
        warnings.add("gpu-0", List.of("hwmon"), List.of("'hwmon' of gpu-0 is lost 3 times"));

        assertThat(warnings.sentences()).containsExactly("'nvml' of gpu-0 is lost 1 time",
                "'dcgm' of gpu-0 is lost 2 times. The same is so of 1 further device: gpu-0 (hwmon).");
    }
}
