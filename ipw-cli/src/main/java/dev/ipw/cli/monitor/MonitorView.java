package dev.ipw.cli.monitor;

import dev.ipw.cli.terminal.LiveScreen;
import dev.ipw.cli.terminal.Terminal;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A repeated display of devices' readings. */
interface MonitorView extends AutoCloseable {
    /**
     * Shows one moment.
     *
     * @param devices the readings of the devices
     * @param nanos   the moment, as {@link System#nanoTime()}
     * @param elapsed the time since the start
     */
    void show(List<DeviceReading> devices, long nanos, Duration elapsed);

    /** Returns whether other lines on the terminal would break the picture. */
    default boolean redraws() {
        return false;
    }

    /** Restores the terminal. */
    @Override
    default void close() {}

    /** Returns a view that redraws a table in place. */
    static MonitorView table(Terminal terminal) {
        LiveScreen screen = new LiveScreen(terminal);
        return new MonitorView() {
            @Override
            public void show(List<DeviceReading> devices, long nanos, Duration elapsed) {
                List<String> lines = new ArrayList<>();
                lines.add(String.format(Locale.ROOT, "%d s; Ctrl-C ends it", elapsed.toSeconds()));
                lines.addAll(MonitorTable.lines(devices, screen.columns()));
                screen.draw(lines);
            }

            @Override
            public boolean redraws() {
                return true;
            }

            @Override
            public void close() {
                screen.close();
            }
        };
    }

    /** Returns a view that writes a line for each device, wrapped at a width. */
    static MonitorView lines(PrintStream out, int columns) {
        return (devices, nanos, elapsed) -> {
            devices.forEach(device -> MonitorTable.line(device, elapsed.toNanos() / 1e9, columns)
                    .forEach(out::println));
            out.flush();
        };
    }

    /** Returns a view that writes a line of JSON for each device. */
    static MonitorView json(PrintStream out) {
        return (devices, nanos, elapsed) -> {
            Instant time = Instant.now();
            devices.forEach(device -> out.println(DeviceJson.of(device, nanos, time).json()));
            out.flush();
        };
    }
}
