package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.simulation.accelerator.AcceleratorKind;
import dev.ipw.energy.simulation.engine.EngineKind;
import dev.ipw.energy.simulation.server.ServerKind;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Temporary. */
class StreamedShareReport {
    public static void main(String[] args) {
        new StreamedShareReport().writeReport();
    }

    @Test
    void writeReport() {
        long seeds = Long.getLong("seeds", 2);
        String only = System.getProperty("only", "");
        for (EngineKind kind : EngineKind.values()) {
            if (!kind.name().contains(only)) continue;
            ShareNearness batch = new ShareNearness();
            ShareNearness streamed = new ShareNearness();
            String trust = "";
            for (long seed = 30_000; seed < 30_000 + seeds; seed++) {
                EngineRun run = EngineRun.of(kind.trace(seed));
                long t0 = System.nanoTime();
                DeviceAttribution used = run.attributed();
                run.addTo(batch, used);
                long t1 = System.nanoTime();
                StreamedRun stream = StreamedRun.of(run.series(), run.requests(), run.trace().limitWatts());
                long t2 = System.nanoTime();
                trust += used.sharing().trust().name().charAt(0) + "/" + trusts(stream) + String.format(" %.1f %.1f s of %.0f ", (t1-t0)/1e9, (t2-t1)/1e9, stream.time().nanos()/1e9);
                add(streamed, stream, id -> Objects.requireNonNull(run.trace().truth().get(id)).causedJoules());
                check(stream, run.series());
            }
            System.out.printf("%-24s batch %s%n%24s stream %s%n%24s %s%n", kind, batch, "", streamed, "", trust);
        }
        for (var kinds : new Object[][]{AcceleratorKind.values(), ServerKind.values()}) {
            for (Object kind : kinds) {
                if (!kind.toString().contains(only)) continue;
                ShareNearness batch = new ShareNearness();
                ShareNearness streamed = new ShareNearness();
                String trust = "";
                for (long seed = 30_000; seed < 30_000 + seeds; seed++) {
                    TwoTruthRun run = TwoTruthRun.of(kind instanceof AcceleratorKind a ? a.trace(seed) : ((ServerKind) kind).trace(seed));
                    DeviceAttribution used = run.attributed();
                    batch(batch, run, used);
                    StreamedRun stream = StreamedRun.of(run.series(), run.requests(), run.trace().limitWatts());
                    trust += used.sharing().trust().name().charAt(0) + "/" + trusts(stream) + " ";
                    add(streamed, stream, id -> Objects.requireNonNull(run.trace().truth().get(id)).ownedJoules());
                    check(stream, run.series());
                }
                System.out.printf("%-24s batch %s%n%24s stream %s%n%24s %s%n", kind, batch, "", streamed, "", trust);
            }
        }
    }

    private static void batch(ShareNearness batch, TwoTruthRun run, DeviceAttribution used) {
        for (RequestEnergy request : used.requests()) {
            if (request.joules().isPresent() && EngineRun.isShare(request)) {
                batch.add(request.joules().getAsDouble(), request.reading().lower().orElseThrow(), request.reading().upper().orElseThrow(), Objects.requireNonNull(run.trace().truth().get(request.id())).ownedJoules());
            }
        }
    }

    private static void check(StreamedRun stream, dev.ipw.energy.internal.DeviceSeries series) {
        double sum = stream.requestsJoules() + stream.idleJoules() + stream.otherJoules();
        double off = Math.abs(sum - series.totalJoules()) / series.totalJoules();
        if (off > 1e-9) System.out.println("   NOT CONSERVED " + off + " " + stream.deviceJoules() + " " + sum + " " + series.totalJoules());
    }

    private static String trusts(StreamedRun stream) {
        java.util.Map<String, Integer> m = new java.util.TreeMap<>();
        stream.blocks().forEach(b -> b.devices().forEach(d -> m.merge(d.trust().name().substring(0, 1), 1, Integer::sum)));
        return m.toString();
    }

    private static void add(ShareNearness nearness, StreamedRun run, ToDoubleFunction<String> truth) {
        for (StreamedShare share : run.shares().values()) {
            EnergyReading energy = share.energy();
            if (energy.isAvailable() && energy.flags().contains(EnergyFlag.ATTRIBUTED)) {
                nearness.add(energy.joules().getAsDouble(), energy.lower().getAsDouble(), energy.upper().getAsDouble(), truth.applyAsDouble(share.request().id()));
            }
        }
    }
}
