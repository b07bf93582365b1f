package dev.ipw.telemetry.hardware.foreign;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.hardware.HardwareSource;
import java.time.Duration;
import java.util.List;

/** Read what must not be released while it is read: closed during a reading, it is released at the end of that reading. */
public abstract class GatedSource extends HardwareSource {
    private final CloseGate gate = new CloseGate();

    /**
     * Creates a source.
     *
     * @param id      the collector's id
     * @param period  how often it is worth reading
     * @param sensors what it reads, in the order of the sink's indices
     */
    protected GatedSource(String id, Duration period, List<Sensor> sensors) {
        super(id, period, sensors);
    }

    /**
     * Reads every sensor once. It is not called once the source is closed.
     *
     * @param sink takes the readings
     */
    protected abstract void read(SampleSink sink);

    /** Releases what is read. It is called once, and never during a reading. */
    protected abstract void release();

    /**
     * Uses what is read, unless it is closed.
     *
     * @param use what to do
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
