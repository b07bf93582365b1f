package dev.ipw.telemetry.hardware.foreign;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.hardware.HardwareSource;
import java.time.Duration;
import java.util.List;

/**
 * A source whose resources must not be released during a reading: if it is closed during one, they are released at the
 * end of that reading.
 */
public abstract class GatedSource extends HardwareSource {
    private final CloseGate gate = new CloseGate();

    /**
     * Creates a source.
     *
     * @param id      the collector's id
     * @param period  the period at which it is worth reading
     * @param sensors the sensors, in the order of the sink's indices
     */
    protected GatedSource(String id, Duration period, List<Sensor> sensors) {
        super(id, period, sensors);
    }

    /**
     * Reads every sensor once. Not called once the source is closed.
     *
     * @param sink receives the readings
     */
    protected abstract void read(SampleSink sink);

    /** Releases the resources. Called once, and never during a reading. */
    protected abstract void release();

    /**
     * Runs an action while the source is open; does nothing if it is closed.
     *
     * @param use the action
     */
    protected final void whileOpen(Runnable use) {
        if (gate.enter()) {
            try {
                use.run();
            } finally {
                leave();
            }
        }
    }

    private void leave() {
        if (gate.leave()) {
            release();
        }
    }

    @Override
    public final void sample(SampleSink sink) {
        if (gate.enter()) {
            try {
                read(sink);
            } finally {
                leave();
            }
        }
    }

    @Override
    public final void close() {
        if (gate.close()) {
            release();
        }
    }
}
