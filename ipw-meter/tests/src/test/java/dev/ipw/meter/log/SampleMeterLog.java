package dev.ipw.meter.log;

import dev.ipw.meter.SimulatedBoard;
import dev.ipw.meter.SimulatedMeter;
import java.nio.file.Path;
import java.util.Optional;

/** Writes the small log that tests of other modules read: {@code ipw-import/tests/.../importing/meter}. */
final class SampleMeterLog {
    private static final long SECOND = 1_000_000_000L;
    private static final long ORIGIN = 5_000 * SECOND;

    private SampleMeterLog() {}

    public static void main(String[] arguments) {
        SimulatedBoard board = new SimulatedBoard(1, ORIGIN);
        long next = ORIGIN + 3 * SECOND;
        for (int process = 0; process < 2; process++) {
            try (MeterLog log = MeterLog.open(Path.of(arguments[0]), MeterLogLimits.DEFAULT, new TestDisk(),
                    () -> Optional.of("boot"))) {
                next = new SimulatedMeter(board, log, process, next, 2).run(4).nowNanos() + 9 * SECOND;
            }
        }
    }
}
