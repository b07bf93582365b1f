package dev.ipw.telemetry.hardware.emi;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.foreign.CloseGate;
import java.time.Duration;
import java.util.List;

/** Read the energy meters of all packages. */
final class EmiSource implements TelemetrySource {
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final String GONE = "its energy meter gives no measurement any more; the device or its driver was taken "
            + "away. Start anew to look for it again";

    private final List<EnergyMeter> meters;
    private final List<Sensor> sensors;
    private final CloseGate gate = new CloseGate();

    EmiSource(List<EnergyMeter> meters) {
        this.meters = List.copyOf(meters);
        sensors = meters.stream().flatMap(meter -> meter.counters().stream()).map(EnergyMeter.Counter::sensor).toList();
    }

    @Override
    public String id() {
        return EmiProvider.ID;
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
        try {
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
        } finally {
            if (gate.leave()) {
                release();
            }
        }
    }

    @Override
    public void close() {
        if (gate.close()) {
            release();
        }
    }

    private void release() {
        meters.forEach(meter -> meter.device().close());
    }
}
