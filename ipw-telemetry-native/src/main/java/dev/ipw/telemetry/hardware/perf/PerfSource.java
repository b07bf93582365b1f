package dev.ipw.telemetry.hardware.perf;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.foreign.CloseGate;
import java.time.Duration;
import java.util.List;

/**
 * Read the energy events of all packages. The kernel extends their registers to 64 bits, so they never start at zero again.
 * One that could not be opened while others could is reported as lost, so that nobody takes one socket for the machine.
 */
final class PerfSource implements TelemetrySource {
    // The register is renewed about each millisecond; reading it more often than this costs more than it tells.
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final String REFUSED = "perf_event_open refused it, though not its siblings; ipw doctor says why";
    private static final String GONE = "its perf counter can no longer be read; the processor it counts on may be offline";

    private final PerfEvents events;
    private final List<PerfCounter> counters;
    private final List<Sensor> sensors;
    // A descriptor that was closed may be another file's by now: it is never closed while it is read.
    private final CloseGate gate = new CloseGate();

    PerfSource(PerfEvents events, List<PerfCounter> counters) {
        this.events = events;
        this.counters = List.copyOf(counters);
        sensors = counters.stream().map(PerfCounter::sensor).toList();
    }

    @Override
    public String id() {
        return PerfProvider.ID;
    }

    @Override
    public List<Sensor> sensors() {
        return sensors;
    }

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public void sample(SampleSink sink) {
        if (!gate.enter()) {
            return;
        }
        for (int i = 0; i < counters.size(); i++) {
            PerfCounter counter = counters.get(i);
            if (!counter.isOpen()) {
                sink.lost(i, REFUSED);
            } else if (events.read(counter.descriptor())) {
                sink.counter(i, events.count());
            } else {
                sink.lost(i, GONE);
            }
        }
        if (gate.leave()) {
            release();
        }
    }

    @Override
    public void close() {
        if (gate.close()) {
            release();
        }
    }

    private void release() {
        counters.stream().filter(PerfCounter::isOpen).forEach(counter -> events.close(counter.descriptor()));
    }
}
