package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.simulation.engine.EngineKind;
import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Hold shares against engines of every kind, drawn anew for each seed. The first seed and how many there are can be given with
 * {@code -Dengine.seed=1 -Dengine.seeds=100}.
 */
@Tag("statistical")
class EngineShareTests {
    private static final long FIRST_SEED = Long.getLong("engine.seed", 20_000);
    private static final int SEEDS = Integer.getInteger("engine.seeds", Draws.of(1, 3));
    private static final double MAX_MEDIAN = 3;
    private static final double MAX_P95 = 10;
    private static final double MIN_COVERED = 95;

    /** List all kinds, in the gate every third. */
    static Stream<EngineKind> kinds() {
        return Stream.of(EngineKind.values()).filter(kind -> kind.ordinal() % Draws.of(3, 1) == 0);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void trustedSharesAreRightAndBoundsOfAllHoldTheTruth(EngineKind kind) {
        int shares = 0;
        double covered = 0;
        List<String> runs = new ArrayList<>();
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            EngineRun run = EngineRun.of(kind.trace(seed));
            DeviceAttribution used = run.attributed();
            ShareNearness near = run.nearness(used);
            String which = kind + " seed " + seed + ": " + near + ", " + used.sharing().trust() + " "
                    + used.sharing().quality();
            runs.add(which);
            conserves(run, used, which);
            if (used.sharing().trust() == ShareTrust.TRUSTED) {
                assertThat(near.median()).as(which).isLessThanOrEqualTo(MAX_MEDIAN);
                assertThat(near.p95()).as(which).isLessThanOrEqualTo(MAX_P95);
            }
            if (near.median() > MAX_MEDIAN || near.p95() > MAX_P95) {
                assertThat(used.sharing().trust()).as(which).isIn(ShareTrust.FLAGGED, ShareTrust.UNTRUSTED);
            }
            shares += near.shares();
            covered += near.covered() * near.shares();
        }
        assertThat(covered / shares).as("%s", runs).isGreaterThanOrEqualTo(ShareCoverage.least(MIN_COVERED, shares));
    }

    private static void conserves(EngineRun run, DeviceAttribution used, String which) {
        double total = run.series().totalJoules();
        assertThat(used.requestsJoules() + used.idleJoules() + used.otherJoules()).as(which)
                .isCloseTo(total, within(1e-9 * total));
        for (RequestEnergy request : used.requests()) {
            boolean tells = used.sharing().trust().tellsPhases() || !EngineRun.isShare(request);
            assertThat(request.prefillJoules().isPresent() && !tells).as(which).isFalse();
        }
    }
}
