package dev.ipw.meter.log;

import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.importing.log.MeterReplay;
import dev.ipw.meter.EnergyMeter;
import dev.ipw.meter.MeterListener;
import dev.ipw.meter.MeteredRequest;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.RequestOrigin;
import dev.ipw.meter.RequestTokens;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.SteadySource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A real meter whose requests are reported by many threads at once, with its log. */
@Tag("real-time")
class LiveMeterLogTests {
    private static final int REQUESTS = 40;

    @TempDir
    Path folder;

    @Test
    void givesTheFiguresAgainThatWereLive() throws InterruptedException {
        Map<String, RequestFigures> finals = new ConcurrentHashMap<>();
        CountDownLatch finished = new CountDownLatch(REQUESTS);
        try (TelemetrySession telemetry = TelemetrySession.builder().discovery(false).source(board()).open();
                MeterLog log = MeterLog.open(folder);
                EnergyMeter meter = EnergyMeter.start(telemetry)) {
            meter.addListener(log);
            meter.addListener(new MeterListener() {
                @Override
                public void requestFinished(RequestFigures request) {
                    finals.put(request.id(), request);
                    finished.countDown();
                }
            });
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                int seed = i;
                threads.add(Thread.ofVirtual().start(() -> answer(meter, new Random(seed))));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(finished.await(1, TimeUnit.MINUTES)).isTrue();
        }
        Map<String, RequestEnergy> replayed = new HashMap<>();
        MeterReplay replay = MeterReplay.of(folder);
        replay.requests().forEach(request -> replayed.put(request.id(), request));
        assertThat(replay.warnings()).isEmpty();
        assertThat(finals).hasSize(REQUESTS);
        finals.forEach((id, figures) -> assertThat(replayed).extractingByKey(id).extracting(RequestEnergy::reading)
                .isEqualTo(figures.energy()));
    }

    /** Streams an answer at a drawn pace, and asks for figures meanwhile as a caller may. */
    private static void answer(EnergyMeter meter, Random random) {
        RequestOrigin origin = RequestOrigin.of("model", "tenant-" + random.nextInt(3));
        boolean isAnywhere = random.nextInt(4) == 0;
        MeteredRequest request = isAnywhere ? meter.startAnywhere(origin, 50) : meter.start(origin, 50);
        int tokens = 1 + random.nextInt(60);
        int named = random.nextInt(80);
        for (int i = 0; i < tokens; i++) {
            if (i == named) {
                request.servedBy(Set.of("board"));
            }
            pause(random.nextInt(20));
            request.tokens(1);
            if (random.nextInt(5) == 0) {
                assertThat(request.figures().isFinal()).isFalse();
            }
        }
        request.finish(200, RequestTokens.of(40 + random.nextInt(20), tokens), Optional.empty());
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(Duration.ofMillis(millis));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static SteadySource board() {
        return new SteadySource("board",
                Sensor.energyCounter("board", Scope.GPU, "the board's counter", 1e-3, OptionalLong.empty()), 200_000);
    }
}
