package dev.ipw.energy.internal.curve;

import dev.ipw.energy.simulation.Errors;
import dev.ipw.energy.simulation.SequentialRun.Query;
import dev.ipw.energy.simulation.SimulatedQueries;
import dev.ipw.energy.simulation.SteppingCounter;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How far the joules of a query and of its prefill are off, over ten simulated runs, beside what usual tools would say. */
@Tag("statistical")
class WindowErrorTests {
    private static final int SEEDS = 10;
    private static final int QUERIES = 120;
    private static final double LAG_SECONDS = 0.02;

    private static final Map<Method, Errors> QUERY = new EnumMap<>(Method.class);
    private static final Map<Method, Errors> PREFILL = new EnumMap<>(Method.class);

    private enum Method {
        CURVE, DIFFERENCE, STRAIGHT_BETWEEN_POLLS, STRAIGHT_BETWEEN_EDGES;

        ToDoubleBiFunction<Double, Double> of(SimulatedQueries simulated) {
            return switch (this) {
                case CURVE -> simulated::joules;
                case DIFFERENCE -> simulated.polls()::difference;
                case STRAIGHT_BETWEEN_POLLS -> simulated.polls()::straightBetweenPolls;
                case STRAIGHT_BETWEEN_EDGES -> simulated.polls()::straightBetweenEdges;
            };
        }
    }

    @BeforeAll
    static void simulate() {
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedQueries simulated = SimulatedQueries.of(new Random(seed), QUERIES, LAG_SECONDS,
                    new SteppingCounter(0.1, 0.0005, 0.02), true);
            for (Query query : simulated.run().queries()) {
                for (Method method : Method.values()) {
                    ToDoubleBiFunction<Double, Double> joules = method.of(simulated);
                    query(method).add(joules.applyAsDouble(query.start(), query.end()),
                            simulated.trueJoules(query.start(), query.end()));
                    prefill(method).add(joules.applyAsDouble(query.start(), query.firstToken()),
                            simulated.trueJoules(query.start(), query.firstToken()));
                }
            }
        }
    }

    private static Errors query(Method method) {
        return QUERY.computeIfAbsent(method, key -> new Errors());
    }

    private static Errors prefill(Method method) {
        return PREFILL.computeIfAbsent(method, key -> new Errors());
    }

    @Test
    void isRightToAFractionOfAPercentForAQuery() {
        assertThat(query(Method.CURVE).median()).isLessThanOrEqualTo(0.2);
        assertThat(query(Method.CURVE).p95()).isLessThanOrEqualTo(0.8);
        assertThat(query(Method.CURVE).bias()).isBetween(-0.4, 0.4);
    }

    @Test
    void isRightToAFewPercentForThePrefill() {
        assertThat(prefill(Method.CURVE).median()).isLessThanOrEqualTo(2.5);
        assertThat(prefill(Method.CURVE).p95()).isLessThanOrEqualTo(10);
        assertThat(prefill(Method.CURVE).bias()).isBetween(-4.0, 4.0);
    }

    /** The usual ways are off by what is known of them, so that the comparison is with them and not with straw men. */
    @Test
    void usualWaysAreOffByWhatIsKnownOfThem() {
        assertThat(query(Method.DIFFERENCE).median()).isBetween(0.8, 1.6);
        assertThat(query(Method.STRAIGHT_BETWEEN_POLLS).median()).isBetween(0.7, 1.4);
        assertThat(query(Method.STRAIGHT_BETWEEN_EDGES).median()).isBetween(0.4, 1.0);
        assertThat(prefill(Method.DIFFERENCE).median()).isBetween(15.0, 28.0);
        assertThat(prefill(Method.STRAIGHT_BETWEEN_POLLS).median()).isBetween(12.0, 25.0);
        assertThat(prefill(Method.STRAIGHT_BETWEEN_EDGES).median()).isBetween(4.0, 9.0);
        assertThat(prefill(Method.STRAIGHT_BETWEEN_EDGES).bias()).isLessThan(-3);
    }

    @Test
    void isBetterThanEachUsualWay() {
        for (Method method : Method.values()) {
            if (method != Method.CURVE) {
                assertThat(query(Method.CURVE).median()).as("%s", method).isLessThan(query(method).median() / 4);
                assertThat(query(Method.CURVE).p95()).as("%s", method).isLessThan(query(method).p95() / 4);
                assertThat(prefill(Method.CURVE).median()).as("%s", method).isLessThan(prefill(method).median() / 4);
                assertThat(prefill(Method.CURVE).p95()).as("%s", method).isLessThan(prefill(method).p95() / 4);
            }
        }
    }

    /** What such a counter shows is up to a period old, which would else be missing from a short window's end. */
    @ParameterizedTest
    @CsvSource({"0.02, 0.05", "0.02, 0.03", "0.005, 0.05", "0.001, 0.02"})
    void isNotTakenInByACounterThatMovesMoreOftenThanItIsRead(double period, double poll) {
        Errors query = new Errors();
        Errors prefill = new Errors();
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedQueries simulated = SimulatedQueries.of(new Random(seed), QUERIES, LAG_SECONDS,
                    new SteppingCounter(period, 0.0005, poll), true);
            for (Query one : simulated.run().queries()) {
                query.add(simulated.joules(one.start(), one.end()), simulated.trueJoules(one.start(), one.end()));
                prefill.add(simulated.joules(one.start(), one.firstToken()),
                        simulated.trueJoules(one.start(), one.firstToken()));
            }
        }
        assertThat(query.bias()).isBetween(-0.1, 0.1);
        assertThat(query.p95()).isLessThanOrEqualTo(0.5);
        assertThat(prefill.bias()).isBetween(-0.5, 0.5);
        assertThat(prefill.p95()).isLessThanOrEqualTo(8);
    }
}
