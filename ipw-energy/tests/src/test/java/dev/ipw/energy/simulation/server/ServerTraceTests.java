package dev.ipw.energy.simulation.server;

import dev.ipw.energy.simulation.engine.TwoTruthTrace.Truth;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ServerTraceTests {
    @ParameterizedTest
    @EnumSource(value = ServerKind.class, names = {"CHUNKED_PREFILL", "STATIC_BATCH", "DISAGGREGATED"})
    void bothTruthsDivideTheSameJoules(ServerKind kind) {
        ServerTrace trace = kind.trace(1);
        double owned = trace.truth().values().stream().mapToDouble(Truth::ownedJoules).sum();
        double shapley = trace.truth().values().stream().mapToDouble(Truth::shapleyJoules).sum();
        assertThat(shapley).isCloseTo(owned, within(1e-9 * owned));
        assertThat(trace.truth()).hasSameSizeAs(trace.requests());
        assertThat(trace.truth().values()).allSatisfy(truth -> {
            assertThat(truth.ownedPromptJoules()).isNotNegative().isLessThanOrEqualTo(truth.ownedJoules());
            assertThat(truth.shapleyJoules()).isNotNegative();
        });
    }

    @ParameterizedTest
    @EnumSource(value = ServerKind.class, names = {"PADDED_AND_HOST_BOUND", "SLEEPY_BURSTS", "SHARED_BOARD"})
    void requestsUseNoMoreThanTheMeterShows(ServerKind kind) {
        ServerTrace trace = kind.trace(2);
        double owned = trace.truth().values().stream().mapToDouble(Truth::ownedJoules).sum();
        double seconds = (trace.readings().getLast().timeNanos() - trace.readings().getFirst().timeNanos()) / 1e9;
        OptionalDouble counted = trace.readings().getLast().counterMillijoules();
        double most = counted.isPresent()
                ? (counted.getAsDouble() - trace.readings().getFirst().counterMillijoules().orElseThrow()) / 1e3
                : trace.limitWatts() * seconds;
        assertThat(owned).isPositive().isLessThan(most);
    }
}
