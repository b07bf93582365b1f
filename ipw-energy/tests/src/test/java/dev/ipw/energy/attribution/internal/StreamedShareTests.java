package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.simulation.engine.EngineKind;
import dev.ipw.telemetry.internal.stream.StreamedBlock;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Holds the shares of runs that stream against the truth, and against those of the whole runs. */
@Tag("statistical")
class StreamedShareTests {
    private static final int SCHEDULES = Draws.of(100, 1_000);
    private static final long FIRST_SEED = 50_000;
    private static final double EXACT = 1e-9;

    /** Lists all kinds, in the gate every eighth. */
    static Stream<EngineKind> kinds() {
        return Stream.of(EngineKind.values()).filter(kind -> kind.ordinal() % Draws.of(8, 1) == 0);
    }

    @Test
    void everyJouleOfEachBlockIsBookedOnceWhereverBlocksEnd() {
        int divided = 0;
        for (int seed = 0; seed < SCHEDULES; seed++) {
            RandomSchedule schedule = new RandomSchedule(seed);
            long first = schedule.series().firstNanos().orElse(0);
            long last = schedule.series().lastNanos().orElse(0);
            if (last <= first) {
                continue;
            }
            List<Long> borders = new ArrayList<>(
                    new Random(seed).longs(seed % 6, first, last).sorted().boxed().toList());
            borders.add(last);
            StreamedRun run = StreamedRun.of(schedule.series(), schedule.requests(), 1e9, borders);
            for (StreamedBlock block : run.blocks()) {
                double shares = block.shares().stream().mapToDouble(one -> one.energy().joules().orElse(0)).sum();
                double charged = 0;
                for (StreamedBlock.Device device : block.devices()) {
                    charged += device.requestsJoules();
                    double total = device.total().joules().orElse(0);
                    assertThat(device.requestsJoules() + device.idleJoules() + device.otherJoules())
                            .as("seed %d %s", seed, device).isCloseTo(total, within(EXACT * Math.max(1e-3, total)));
                    divided += device.requestsJoules() > 0 ? 1 : 0;
                }
                assertThat(shares).as("seed %d", seed).isCloseTo(charged, within(EXACT * Math.max(1e-3, charged)));
            }
            assertThat(run.shares().values()).as("seed %d", seed)
                    .filteredOn(share -> share.request().isEndedBy(last)).allMatch(StreamedShare::isLast);
        }
        assertThat(divided).isGreaterThan(SCHEDULES / 4);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void boundsHoldTheTruthAndNoJouleIsLost(EngineKind kind) {
        EngineRun run = EngineRun.of(kind.trace(FIRST_SEED));
        StreamedRun stream = StreamedRun.of(run.series(), run.requests(), run.trace().limitWatts());
        double total = run.series().totalJoules();
        assertThat(stream.requestsJoules() + stream.idleJoules() + stream.otherJoules())
                .isCloseTo(total, within(EXACT * total));
        ShareNearness all = new ShareNearness();
        ShareNearness trusted = new ShareNearness();
        for (StreamedShare share : stream.shares().values()) {
            EnergyReading energy = share.energy();
            double truth = Objects.requireNonNull(run.trace().truth().get(share.request().id())).causedJoules();
            if (energy.isAvailable() && energy.flags().contains(EnergyFlag.ATTRIBUTED)) {
                add(all, energy, truth);
                if (share.trust() == ShareTrust.TRUSTED) {
                    add(trusted, energy, truth);
                }
            }
        }
        assertThat(all.covered()).as("%s: %s", kind, all)
                .isGreaterThanOrEqualTo(ShareCoverage.least(95, all.shares()));
        if (trusted.shares() > 20) {
            assertThat(trusted.median()).as("%s: %s", kind, trusted).isLessThanOrEqualTo(3);
            assertThat(trusted.p95()).as("%s: %s", kind, trusted).isLessThanOrEqualTo(10);
        }
    }

    @Test
    void oneBlockOfAWholeRunIsDividedLikeTheRun() {
        EngineRun run = EngineRun.of(EngineKind.CHUNKED_PROMPTS.trace(FIRST_SEED));
        DeviceAttribution whole = run.attributed();
        StreamedRun stream = StreamedRun.of(run.series(), run.requests(), run.trace().limitWatts(),
                List.of(run.series().lastNanos().orElseThrow()));
        ShareNearness apart = new ShareNearness();
        for (RequestEnergy request : whole.requests()) {
            add(apart, Objects.requireNonNull(stream.shares().get(request.id())).energy(),
                    request.joules().orElseThrow());
        }
        // The same steps, laws and convention; the delay of the first search is kept, and idle power is learned.
        assertThat(apart.median()).as("%s", apart).isLessThan(0.5);
        assertThat(apart.p95()).as("%s", apart).isLessThan(2);
    }

    private static void add(ShareNearness nearness, EnergyReading energy, double truth) {
        nearness.add(energy.joules().orElseThrow(), energy.lower().orElseThrow(), energy.upper().orElseThrow(), truth);
    }
}
