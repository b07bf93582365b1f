package dev.ipw.telemetry.hardware.emi;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.hardware.foreign.GatedSource;
import java.time.Duration;
import java.util.List;

/** The source of the energy meters of all packages. */
final class EmiSource extends GatedSource {
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final String GONE = "its energy meter no longer measures; the device or its driver was "
            + "removed. Start again to search for it";

    private final List<EnergyMeter> meters;

    EmiSource(List<EnergyMeter> meters) {
        super(EmiProvider.ID, PERIOD, meters.stream().flatMap(meter -> meter.counters().stream())
                .map(EnergyMeter.Counter::sensor).toList());
        this.meters = List.copyOf(meters);
    }

    @Override
    protected void read(SampleSink sink) {
        int sensor = 0;
        for (int i = 0; i < meters.size(); i++) {
            EnergyMeter meter = meters.get(i);
            boolean isMeasured = meter.measure();
            for (int k = 0; k < meter.counters().size(); k++) {
                if (isMeasured) {
                    sink.counter(sensor++, meter.count(meter.counters().get(k)));
                } else {
                    sink.lost(sensor++, GONE);
                }
            }
        }
    }

    @Override
    protected void release() {
        meters.forEach(meter -> meter.device().close());
    }
}
