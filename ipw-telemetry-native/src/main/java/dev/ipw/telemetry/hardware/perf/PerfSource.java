package dev.ipw.telemetry.hardware.perf;

import dev.ipw.error.Setting;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.hardware.foreign.GatedSource;
import java.time.Duration;
import java.util.List;

/**
 * The source of the energy events of all packages. The kernel extends their registers to 64 bits, so they never start
 * at zero again. An event that could not be opened while others could is reported as lost, so that one socket does not
 * count as the machine.
 */
final class PerfSource extends GatedSource {
    // The register is updated about each millisecond; reading it more often than this costs more than it gives.
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final String REFUSED = "perf_event_open refused this event but not the others; "
            + Setting.PROBE + " says why";
    private static final String GONE = "its perf counter can no longer be read; the processor it counts on may be offline";

    private final PerfEvents events;
    private final List<PerfCounter> counters;

    PerfSource(PerfEvents events, List<PerfCounter> counters) {
        super(PerfProvider.ID, PERIOD, counters.stream().map(PerfCounter::sensor).toList());
        this.events = events;
        this.counters = List.copyOf(counters);
    }

    @Override
    protected void read(SampleSink sink) {
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
    }

    // A closed descriptor may belong to another file by now, so it is never closed during a reading.
    @Override
    protected void release() {
        counters.stream().filter(PerfCounter::isOpen).forEach(counter -> events.close(counter.descriptor()));
    }
}
