package dev.ipw.profile.internal;

import dev.ipw.run.RunSummary.DeviceTemperature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class CoolDownTests {
    private static final List<DeviceTemperature> FIRST = List.of(new DeviceTemperature("gpu-0", 40, 70));

    private final AtomicInteger waited = new AtomicInteger();
    private final List<String> told = new ArrayList<>();

    private CoolDown coolDown(Map<String, Double> atFirst, double eachSecond) {
        return new CoolDown(Duration.ofSeconds(60), () -> {
            Map<String, Double> now = new TreeMap<>();
            atFirst.forEach((device, celsius) -> now.put(device, celsius - waited.get() * eachSecond));
            return now;
        }, time -> waited.addAndGet((int) time.toSeconds()), told::add);
    }

    @Test
    void waitsUntilItIsAsCoolAsAtTheFirstRunsStart() throws InterruptedException {
        coolDown(Map.of("gpu-0", 70.0), 1).await(FIRST, () -> false);

        assertThat(waited).hasValue(27);
        assertThat(told).first().asString()
                .isEqualTo("Cooling down: gpu-0 is at 69 °C, the first run began at 40 °C; at most 59 s more");
    }

    @Test
    void waitsNoLongerThanItMayAndSaysSo() throws InterruptedException {
        coolDown(Map.of("gpu-0", 70.0), 0).await(FIRST, () -> false);

        assertThat(waited).hasValue(60);
        assertThat(told).last().asString().startsWith("Not cooled down after 60 s: gpu-0 is at 70 °C");
    }

    @Test
    void waitsAllOfTheTimeWhereNothingTellsHowWarmItIs() throws InterruptedException {
        coolDown(Map.of(), 0).await(List.of(), () -> false);

        assertThat(waited).hasValue(60);
        assertThat(told).singleElement().asString().contains("no temperature is readable");
    }

    @Test
    void endsWhenItIsStopped() throws InterruptedException {
        coolDown(Map.of("gpu-0", 70.0), 0).await(FIRST, () -> waited.get() >= 5);

        assertThat(waited).hasValue(5);
    }
}
