package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.simulation.engine.TwoTruthTrace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Runs of engines with two truths, of which the bounds of all shares are held against both. */
final class TwoTruthSurvey {
    private final Map<ShareTrust, TrustedRuns> byTrust = new EnumMap<>(ShareTrust.class);
    private final List<String> told = new ArrayList<>();

    /** Divides the joules of a run, which must add up to what was read. */
    void add(String name, TwoTruthTrace trace) {
        TwoTruthRun run = TwoTruthRun.of(trace);
        DeviceAttribution used = run.attributed();
        TwoTruthRun.Nearness near = run.nearness(used);
        byTrust.computeIfAbsent(used.sharing().trust(), level -> new TrustedRuns()).add(near);
        told.add(name + " " + used.sharing().trust() + " " + used.sharing().width() + ": " + near.owned() + ", either "
                + near.either().covered());
        assertThat(near.owned().shares()).as(told.getLast()).isPositive();
        double total = run.series().totalJoules();
        assertThat(used.requestsJoules() + used.idleJoules() + used.otherJoules()).as(told.getLast())
                .isCloseTo(total, within(1e-9 * total));
    }

    void assertAnyTrusted() {
        assertThat(byTrust).as("%s", told).containsKey(ShareTrust.TRUSTED);
    }

    void assertBoundsHoldWhateverTheTrust() {
        byTrust.forEach((trust, runs) -> {
            assertThat(runs.percentOwned()).as("%s of %s", trust, told)
                    .isGreaterThanOrEqualTo(ShareCoverage.least(TrustedRuns.MIN_OWNED, runs.shares()));
            assertThat(runs.percentEither()).as("%s of %s", trust, told)
                    .isGreaterThanOrEqualTo(ShareCoverage.least(TrustedRuns.MIN_EITHER, runs.shares()));
        });
    }
}
