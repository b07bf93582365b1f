package dev.ipw.energy.internal;

import dev.ipw.energy.internal.SlowCounterBenchmark.Way;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How a counter that is looked at now and then compares with one that is read twice in each of its steps. */
@Tag("statistical")
class SlowCounterTests {
    private static final int SEEDS = 4;
    private static final int WINDOWS = 300;
    private static final int KINDS = 3;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isReadSeldomIsNoWorseAndItsBoundsHoldTheTruth(boolean batched) {
        List<Way> ways = SlowCounterBenchmark.measure(SEEDS, WINDOWS, batched);
        Way today = ways.getFirst();
        Way looks = ways.get(2);
        Way stale = ways.getLast();

        assertThat(today.readingsPerSecond()).isGreaterThan(19);
        assertThat(looks.readingsPerSecond()).isLessThan(2);
        for (int kind = 0; kind < KINDS; kind++) {
            assertThat(looks.errors(kind).p95()).isLessThan(today.errors(kind).p95());
            assertThat(looks.errors(kind).bias()).isBetween(-0.1, 0.1);
            assertThat(looks.meanWidth(kind)).isLessThan(today.meanWidth(kind) / 2);
            assertThat(stale.errors(kind).p95()).isLessThan(2 * today.errors(kind).p95());
        }
        assertThat(ways).allSatisfy(way -> {
            for (int kind = 0; kind < KINDS; kind++) {
                assertThat(way.heldShare(kind)).isGreaterThanOrEqualTo(0.999);
            }
        });
    }
}
