package dev.ipw;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Reads the power, and if asked to the energy counter, of a board whose limit is known. Readings are dated each period since it
 * was made, so that none is late where the machine of the test lets nobody read for a while.
 */
final class BoardSource implements TelemetrySource {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final double JOULES_PER_COUNT = 1e-3;

    private final Board board;
    private final boolean counts;
    private long nextNanos = System.nanoTime();
    private volatile boolean silent;

    BoardSource(Board board, boolean counts) {
        this.board = board;
        this.counts = counts;
    }

    /** Read nothing any more. */
    void silence() {
        silent = true;
    }

    @Override
    public String id() {
        return "board";
    }

    @Override
    public List<Sensor> sensors() {
        Sensor power = Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "power of gpu-0").withAveragingNanos(0)
                .withLimitWatts(board.limitWatts);
        return counts
                ? List.of(power, Sensor.energyCounter("gpu-0", Scope.GPU, "counter of gpu-0", JOULES_PER_COUNT,
                        OptionalLong.empty()).withLimitWatts(board.limitWatts))
                : List.of(power);
    }

    @Override
    public Duration period() {
        return Duration.ofNanos(PERIOD_NANOS);
    }

    @Override
    public void sample(SampleSink sink) {
        for (long now = System.nanoTime(); !silent && nextNanos - now <= 0
                && sink.hasRoom(); nextNanos += PERIOD_NANOS) {
            sink.at(nextNanos, nextNanos);
            sink.gauge(0, board.watts(nextNanos));
            if (counts) {
                sink.counter(1, (long) (board.joules(nextNanos) / JOULES_PER_COUNT));
            }
        }
    }

    @Override
    public void close() {}

    /** What a board draws, exactly from when it is told. */
    static final class Board {
        final double limitWatts;
        private final List<Change> changes = new ArrayList<>();

        Board(double limitWatts, double watts) {
            this.limitWatts = limitWatts;
            changes.add(new Change(System.nanoTime(), 0, watts));
        }

        private record Change(long nanos, double joules, double watts) {}

        synchronized void draw(double watts) {
            long now = System.nanoTime();
            changes.add(new Change(now, joules(now), watts));
        }

        private Change last(long nanos) {
            return changes.reversed().stream().filter(change -> change.nanos - nanos <= 0).findFirst()
                    .orElse(changes.getFirst());
        }

        synchronized double watts(long nanos) {
            return last(nanos).watts;
        }

        /** Return the joules since it was made. */
        synchronized double joules(long nanos) {
            Change last = last(nanos);
            return last.joules + (nanos - last.nanos) / 1e9 * last.watts;
        }
    }
}
