package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WidthReason;
import dev.ipw.energy.simulation.accelerator.AcceleratorKind;
import dev.ipw.testing.Draws;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds shares against engines of the second family, under both truths. The first seed and how many there are can be given with
 * {@code -Dengine.seed=1 -Dengine.seeds=100}.
 */
@Tag("statistical")
class AcceleratorShareTests {
    private static final long FIRST_SEED = Long.getLong("engine.seed", 20_000);
    private static final int SEEDS = Integer.getInteger("engine.seeds", Draws.of(1, 5));

    /** Lists all kinds, in the gate every other. */
    private static List<AcceleratorKind> kinds() {
        return Stream.of(AcceleratorKind.values()).filter(kind -> kind.ordinal() % Draws.of(2, 1) == Draws.of(1, 0))
                .toList();
    }

    @Test
    void boundsHoldTheTruthsWhateverTheTrust() {
        TwoTruthSurvey survey = new TwoTruthSurvey();
        for (AcceleratorKind kind : kinds()) {
            for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
                survey.add(kind + " seed " + seed, kind.trace(seed));
            }
        }
        survey.assertAnyTrusted();
        survey.assertBoundsHoldWhateverTheTrust();
    }

    @Test
    void aSmallRestIsNoReasonToTrustADivisionThatLawsOfCostDisagreeAbout() {
        DeviceAttribution used = TwoTruthRun.of(AcceleratorKind.POWER_CAP.trace(1)).attributed();
        assertThat(used.sharing().quality().orElseThrow()).isLessThan(0.02);
        assertThat(used.sharing().trust()).isEqualTo(ShareTrust.FLAGGED);
        assertThat(used.sharing().width()).contains(WidthReason.LAWS);
    }

    @Test
    void requestsThatAreAlikeAreTrustedSinceAllLawsDivideThemAlike() {
        TwoTruthRun run = TwoTruthRun.of(AcceleratorKind.ALIKE.trace(0));
        DeviceAttribution used = run.attributed();
        TwoTruthRun.Nearness near = run.nearness(used);
        assertThat(used.sharing().trust()).isEqualTo(ShareTrust.TRUSTED);
        assertThat(near.owned().covered()).isGreaterThan(TrustedRuns.MIN_OWNED);
        assertThat(near.owned().width()).isLessThan(0.1);
    }

    @Test
    void stampsThatShowNoStepsAreTheReasonOfWideBounds() {
        DeviceAttribution used = TwoTruthRun.of(AcceleratorKind.DATA_PARALLEL.trace(1)).attributed();
        assertThat(used.sharing().trust()).isNotEqualTo(ShareTrust.TRUSTED);
        assertThat(used.sharing().width()).contains(WidthReason.COVERAGE);
    }

    @Test
    void bandsOfTheRulesHoldTheShapleyValue() {
        TwoTruthRun run = TwoTruthRun.of(AcceleratorKind.PLAIN.trace(2));
        long held = run.attributed().requests().stream().filter(EngineRun::isShare).filter(request -> {
            double truth = run.shapleyJoules(request);
            return request.breakdown().lowestRule().orElseThrow() <= truth
                    && truth <= request.breakdown().highestRule().orElseThrow();
        }).count();
        assertThat(held).isGreaterThan(Math.round(0.9 * run.requests().size()));
    }

    @Test
    void phasesAreToldOnlyWhereLawsDivideThemAlike() {
        TwoTruthRun run = TwoTruthRun.of(AcceleratorKind.PLAIN.trace(0));
        long told = run.attributed().requests().stream().filter(EngineRun::isShare)
                .filter(request -> request.prefillJoules().isPresent()).count();
        assertThat(told).isLessThan(run.requests().size() / 10);
    }
}
