package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.simulation.server.ServerKind;
import dev.ipw.testing.Draws;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds shares against servers of the third family, under both truths. The first seed and how many there are can be given with
 * {@code -Dengine.seed=1 -Dengine.seeds=100}.
 */
@Tag("statistical")
class ServerShareTests {
    private static final long FIRST_SEED = Long.getLong("engine.seed", 20_000);
    private static final int SEEDS = Integer.getInteger("engine.seeds", Draws.of(1, 5));

    /** Lists all kinds, in the gate every other. */
    private static List<ServerKind> kinds() {
        return Stream.of(ServerKind.values()).filter(kind -> kind.ordinal() % Draws.of(2, 1) == 0).toList();
    }

    @Test
    void boundsHoldTheTruthsWhateverTheTrust() {
        TwoTruthSurvey survey = new TwoTruthSurvey();
        for (ServerKind kind : kinds()) {
            for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
                survey.add(kind + " seed " + seed, kind.trace(seed));
            }
        }
        survey.assertBoundsHoldWhateverTheTrust();
    }

    @Test
    void sharesWithoutKnownCostsAreBoundedByAllWorkThatMayCost() {
        TwoTruthRun run = TwoTruthRun.of(ServerKind.DISAGGREGATED.trace(20_000));
        DeviceAttribution used = run.attributed();
        assertThat(used.sharing().quality()).isEmpty();
        assertThat(used.sharing().trust()).isEqualTo(ShareTrust.UNTRUSTED);
        assertThat(run.nearness(used).owned().covered()).isGreaterThan(TrustedRuns.MIN_OWNED);
    }
}
