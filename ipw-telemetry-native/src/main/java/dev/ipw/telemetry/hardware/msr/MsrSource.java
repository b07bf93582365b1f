package dev.ipw.telemetry.hardware.msr;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.hardware.HardwareSource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The source of the energy registers of all packages. */
final class MsrSource extends HardwareSource {
    // The register is updated about each millisecond; reading it more often than this costs more than it gives.
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final String GONE = "its register can no longer be read; the processor may be offline, or the permission "
            + "was withdrawn";

    private final List<PackageRegisters> packages;

    MsrSource(List<PackageRegisters> packages) {
        super(MsrProvider.ID, PERIOD, packages.stream().flatMap(one -> one.counters().stream())
                .map(PackageRegisters.Counter::sensor).toList());
        this.packages = List.copyOf(packages);
    }

    @Override
    public void sample(SampleSink sink) {
        int sensor = 0;
        for (int i = 0; i < packages.size(); i++) {
            PackageRegisters registers = packages.get(i);
            for (int k = 0; k < registers.counters().size(); k++) {
                sample(registers, registers.counters().get(k), sensor++, sink);
            }
        }
    }

    private static void sample(PackageRegisters registers, PackageRegisters.Counter counter, int sensor,
            SampleSink sink) {
        try {
            sink.counter(sensor, registers.read(counter));
        } catch (IOException gone) {
            sink.lost(sensor, GONE);
        }
    }

    @Override
    public void close() {
        packages.forEach(one -> one.file().close());
    }
}
