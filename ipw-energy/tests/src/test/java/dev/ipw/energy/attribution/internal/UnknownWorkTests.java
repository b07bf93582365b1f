package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.energy.internal.curve.PowerLimits;
import dev.ipw.energy.simulation.engine.EngineKind;
import dev.ipw.energy.simulation.engine.EngineTrace;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests of whose answers the log says nothing, as failed ones without usage. */
class UnknownWorkTests {
    private static final long SEED = 70_000;
    private static final List<EngineKind> KINDS = List.of(EngineKind.CHUNKED_PROMPTS, EngineKind.PROMPTS_APART);

    @Test
    void boundsOfRequestsWithoutTokensHoldTheTruth() {
        for (EngineKind kind : KINDS) {
            EngineRun run = EngineRun.of(kind.trace(SEED));
            Random random = new Random(SEED);
            List<Boolean> isStripped = run.requests().stream().map(one -> random.nextDouble() < 0.03).toList();
            List<RequestActivity> log = IntStream.range(0, run.requests().size())
                    .mapToObj(i -> isStripped.get(i) ? stripped(run.requests().get(i)) : run.requests().get(i))
                    .toList();

            DeviceAttribution used = attributed(run, log);

            List<RequestEnergy> unknown = IntStream.range(0, log.size()).filter(isStripped::get)
                    .mapToObj(used.requests()::get).filter(EngineRun::isShare).toList();
            assertThat(unknown).as(kind.name()).isNotEmpty().allSatisfy(request -> holdsTruth(run.trace(), request));
        }
    }

    @Test
    void aLogWithoutAnyTokensIsNotTrustedAndItsBoundsHoldTheTruth() {
        for (EngineKind kind : KINDS) {
            EngineRun run = EngineRun.of(kind.trace(SEED));

            DeviceAttribution used = attributed(run,
                    run.requests().stream().map(UnknownWorkTests::stripped).toList());

            assertThat(used.sharing().trust()).as(kind.name()).isEqualTo(ShareTrust.UNTRUSTED);
            assertThat(used.untrusted()).as(kind.name()).hasValueSatisfying(
                    warning -> assertThat(warning).contains("token"));
            List<RequestEnergy> shares = used.requests().stream().filter(EngineRun::isShare).toList();
            assertThat(shares).as(kind.name()).isNotEmpty()
                    .allSatisfy(request -> assertThat(request.prefillJoules()).isEmpty());
            assertThat(shares.stream().filter(request -> isTruthIn(run.trace(), request)).count()).as(kind.name())
                    .isGreaterThanOrEqualTo((long) (0.98 * shares.size()));
        }
    }

    private static DeviceAttribution attributed(EngineRun run, List<RequestActivity> log) {
        return Attribution.of(run.series(), log, AttributionRule.AUTO,
                new PowerLimits(OptionalDouble.of(run.trace().idleWatts()),
                        OptionalDouble.of(run.trace().limitWatts())));
    }

    private static RequestActivity stripped(RequestActivity request) {
        return new RequestActivity(request.id(), request.startNanos(), OptionalLong.empty(), OptionalLong.empty(),
                request.endNanos(), 0, 0, 0, TokenTimes.NONE, Set.of());
    }

    private static void holdsTruth(EngineTrace trace, RequestEnergy request) {
        assertThat(isTruthIn(trace, request)).as("%s", request).isTrue();
    }

    private static boolean isTruthIn(EngineTrace trace, RequestEnergy request) {
        double truth = Objects.requireNonNull(trace.truth().get(request.id())).causedJoules();
        return request.reading().lower().orElseThrow() <= truth && truth <= request.reading().upper().orElseThrow();
    }
}
