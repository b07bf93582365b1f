package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Boards whose sensors are wrong, of which none may give a wrong figure that looks sure, and odd ones that are right, of which none
 * may be refused. Each works for four seconds of five, a minute long.
 */
class PlausibilityTests {
    private static final double SECONDS = 60;
    private static final double FROM_SECONDS = 1;
    private static final double TO_SECONDS = 59;
    private static final double STEP_SECONDS = 0.1;
    private static final double POLL_SECONDS = 0.05;
    private static final double IDLE_WATTS = 80;
    private static final double BUSY_WATTS = 420;
    private static final double LIMIT_WATTS = 700;

    /**
     * A board.
     *
     * @param name    what is odd about it
     * @param watts   what it draws, by the time in seconds
     * @param counter what its counter shows, by the true joules and the time; NaN without one
     * @param power   what its power sensor shows, by the true watts and the time; NaN without one
     * @param limit   what it may draw, in watts
     */
    record Board(String name, DoubleUnaryOperator watts, DoubleBinaryOperator counter, DoubleBinaryOperator power,
            OptionalDouble limit) {
        Board withPower(DoubleBinaryOperator other) {
            return new Board(name, watts, counter, other, limit);
        }

        Board without(boolean counterToo) {
            return new Board(name, watts, counterToo ? (truth, time) -> Double.NaN : counter, power,
                    OptionalDouble.empty());
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static double usual(double time) {
        return time % 5 < 4 ? BUSY_WATTS : IDLE_WATTS;
    }

    private static Board counter(String name, DoubleBinaryOperator counter) {
        return new Board(name, PlausibilityTests::usual, counter, (watts, time) -> watts,
                OptionalDouble.of(LIMIT_WATTS));
    }

    private static Board power(String name, DoubleBinaryOperator power) {
        return new Board(name, PlausibilityTests::usual, (joules, time) -> Double.NaN, power,
                OptionalDouble.of(LIMIT_WATTS));
    }

    private static Board plausible(String name, DoubleUnaryOperator watts) {
        return new Board(name, watts, (joules, time) -> joules, (truth, time) -> truth,
                OptionalDouble.of(LIMIT_WATTS));
    }

    static Stream<Board> implausible() {
        List<Board> boards = new ArrayList<>();
        for (double factor : new double[]{1e-6, 1e-3, 0.5, 0.7, 0.8, 1.25, 1.4, 2, 10, 1e3, 1e6}) {
            boards.add(counter("counter times " + factor, (joules, time) -> factor * joules));
            boards.add(counter("counter times " + factor + ", limit unknown", (joules, time) -> factor * joules)
                    .without(false));
        }
        boards.add(counter("dead counter", (joules, time) -> 7));
        boards.add(counter("dead counter and no power", (joules, time) -> 7).withPower((watts, time) -> Double.NaN));
        boards.add(counter("dead counter and 0 W", (joules, time) -> 7).withPower((watts, time) -> 0));
        boards.add(counter("frozen counter", (joules, time) -> time < 30 ? joules : Math.min(joules, 10_560)));
        boards.add(counter("frozen counter and no power",
                (joules, time) -> time < 30 ? joules : Math.min(joules, 10_560))
                .withPower((watts, time) -> Double.NaN));
        boards.add(power("0 W", (watts, time) -> 0));
        boards.add(power("276 kW", (watts, time) -> 276_000));
        boards.add(power("276 kW, limit unknown", (watts, time) -> 276_000).without(true));
        boards.add(power("5 kW in each third reading", (watts, time) -> (int) (time * 20) % 3 == 0 ? 5000 : watts));
        boards.add(power("5 kW now and then", (watts, time) -> (int) (time * 20) % 50 == 7 ? 5000 : watts));
        boards.add(power("stuck", (watts, time) -> 215));
        boards.add(power("not a number", (watts, time) -> -1));
        return boards.stream();
    }

    static Stream<Board> oddButRight() {
        return Stream.of(plausible("usual", PlausibilityTests::usual), plausible("idle", time -> IDLE_WATTS),
                plausible("idle of a small board", time -> 9), plausible("at its limit", time -> LIMIT_WATTS),
                plausible("just above its limit", time -> 1.05 * LIMIT_WATTS),
                plausible("throttled half way", time -> time < 30 ? 690 : 250),
                plausible("short bursts", time -> time % 0.4 < 0.1 ? 650 : 90),
                plausible("one burst", time -> time > 20 && time < 22 ? 650 : 90),
                plausible("ramp", time -> 90 + 10 * time),
                counter("counter 5 % high", (joules, time) -> 1.05 * joules),
                counter("counter 5 % low", (joules, time) -> 0.95 * joules),
                counter("counter without power", (joules, time) -> joules).withPower((watts, time) -> Double.NaN),
                counter("no limit", (joules, time) -> joules).without(false),
                power("power alone", (watts, time) -> watts), power("power alone, no limit", (watts, time) -> watts)
                        .without(true),
                power("power in whole watts", (watts, time) -> Math.rint(watts)),
                power("power that overshoots for moments", (watts, time) -> (int) (time * 20) % 40 == 3 ? 900 : watts),
                counter("counter in steps of 10 J", (joules, time) -> 10 * Math.floor(joules / 10)),
                counter("counter that begins at two billion joules", (joules, time) -> 2e9 + joules));
    }

    /** What was read of a board, and what is true. */
    private record Read(TelemetryWindow window, double joules) {}

    private static Read read(Board board) {
        boolean hasCounter = !Double.isNaN(board.counter.applyAsDouble(0, 0));
        boolean hasPower = !Double.isNaN(board.power.applyAsDouble(0, 0));
        List<Sensor> sensors = new ArrayList<>();
        if (hasCounter) {
            sensors.add(limited(Sensor.energyCounter("gpu-0", Scope.GPU, "board counter", 1e-3, OptionalLong.empty()),
                    board));
        }
        if (hasPower) {
            sensors.add(
                    limited(Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "board power").withAveragingNanos(0),
                            board));
        }
        sensors.add(Sensor.of("gpu-0", Scope.GPU, Quantity.UTILIZATION_PERCENT, "board load"));
        SourceRecorders recorders = new SourceRecorders(sensors, Math.round(POLL_SECONDS * 1e9), new HashMap<>());
        Tick tick = new Tick(sensors.toArray(Sensor[]::new));
        SplittableRandom random = new SplittableRandom(7);
        double joules = 0;
        double windowJoules = 0;
        double shownJoules = 0;
        double lastStep = 0;
        for (int poll = 0; poll * POLL_SECONDS <= SECONDS; poll++) {
            double time = poll * POLL_SECONDS;
            double watts = board.watts.applyAsDouble(time) * (1 + 0.02 * random.nextDouble(-1, 1));
            if (time - lastStep >= STEP_SECONDS - 1e-9) {
                shownJoules = joules;
                lastStep = time;
            }
            tick.clear();
            if (hasCounter) {
                tick.counter(0, Math.round(1e3 * board.counter.applyAsDouble(shownJoules, time)));
            }
            if (hasPower) {
                tick.gauge(hasCounter ? 1 : 0, board.power.applyAsDouble(watts, time));
            }
            tick.gauge(sensors.size() - 1, watts > 2 * IDLE_WATTS ? 90 : 0);
            long nanos = Math.round(time * 1e9);
            recorders.record(nanos, nanos + 1000, tick);
            joules += watts * POLL_SECONDS;
            windowJoules += time >= FROM_SECONDS - 1e-9 && time < TO_SECONDS - 1e-9 ? watts * POLL_SECONDS : 0;
        }
        return new Read(new TelemetryWindow(recorders.readings(), Math.round(FROM_SECONDS * 1e9),
                Math.round(TO_SECONDS * 1e9), "none"), windowJoules);
    }

    private static Sensor limited(Sensor sensor, Board board) {
        return board.limit.isPresent() ? sensor.withLimitWatts(board.limit.getAsDouble()) : sensor;
    }

    @ParameterizedTest
    @MethodSource("implausible")
    void givesNoWrongFigureThatLooksSure(Board board) {
        Read read = read(board);
        EnergyReading headline = read.window.energy();
        boolean isMarked = !headline.isComplete() || headline.flags().contains(EnergyFlag.INCONSISTENT);
        boolean isRight = headline.isAvailable()
                && Math.abs(headline.joules().orElseThrow() - read.joules) < 0.06 * read.joules;
        assertThat(isMarked || isRight).as("%s of %.0f J", headline, read.joules).isTrue();
    }

    @ParameterizedTest
    @MethodSource("oddButRight")
    void refusesNoBoardThatIsOddButRight(Board board) {
        Read read = read(board);
        EnergyReading headline = read.window.energy();
        assertThat(headline.isComplete()).as("%s", headline).isTrue();
        assertThat(headline.flags()).doesNotContain(EnergyFlag.INCONSISTENT);
        assertThat(headline.provenance()).isIn(Provenance.MEASURED, Provenance.INTEGRATED);
        assertThat(headline.joules().orElseThrow()).isCloseTo(read.joules, within(0.07 * read.joules));
    }

    /** Power read once a second of a load that swings each few tenths of a second differs from the counter by chance alone. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void believesACounterBesidePowerThatIsReadSeldom(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Sensor counter = Sensor.energyCounter("gpu-0", Scope.GPU, "board counter", 1e-3, OptionalLong.empty());
        Sensor power = Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "board power").withAveragingNanos(0);
        SourceRecorders recorders = new SourceRecorders(List.of(counter, power), 50_000_000, new HashMap<>());
        Tick tick = new Tick(counter, power);
        double joules = 0;
        for (int second = 0; second < 3600; second++) {
            double watts = 0;
            for (int part = 0; part < 5; part++) {
                watts = random.nextBoolean() ? 700 : 70;
                joules += watts / 5;
            }
            tick.clear();
            tick.counter(0, Math.round(1e3 * joules));
            tick.gauge(1, watts);
            recorders.record(second * 1_000_000_000L, second * 1_000_000_000L + 1000, tick);
            assertThat(recorders.readings().energy()).as("after %d s", second).allMatch(
                    series -> series.state() == SensorState.MEASURING || series.state() == SensorState.UNPROVEN);
        }
    }

    /** Power that is a mean over a second follows a burst late. */
    @Test
    void believesACounterBesidePowerThatFollowsLate() {
        Sensor counter = Sensor.energyCounter("gpu-0", Scope.GPU, "board counter", 1e-3, OptionalLong.empty());
        Sensor power = Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "board power")
                .withAveragingNanos(1_000_000_000L);
        SourceRecorders recorders = new SourceRecorders(List.of(counter, power), 50_000_000, new HashMap<>());
        Tick tick = new Tick(counter, power);
        double joules = 0;
        List<Double> lately = new ArrayList<>();
        for (int poll = 0; poll < 20 * 120; poll++) {
            double watts = poll / 20 % 40 < 30 ? 15 : 450;
            lately.add(watts);
            double mean = lately.subList(Math.max(0, lately.size() - 20), lately.size()).stream()
                    .mapToDouble(Double::doubleValue).average().orElseThrow();
            tick.clear();
            tick.counter(0, Math.round(1e3 * joules));
            tick.gauge(1, mean);
            recorders.record(poll * 50_000_000L, poll * 50_000_000L + 1000, tick);
            joules += watts / 20;
            assertThat(recorders.readings().energy()).as("after %d readings", poll).allMatch(
                    series -> series.state() == SensorState.MEASURING || series.state() == SensorState.UNPROVEN);
        }
    }
}
