package dev.ipw.energy.attribution.internal;
import dev.ipw.energy.simulation.engine.EngineKind;
import dev.ipw.energy.simulation.accelerator.AcceleratorKind;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import java.util.*;
import java.util.function.*;
class StreamDebug {
    public static void main(String[] a) {
        DeviceSeries series; List<RequestActivity> requests; double limit; DeviceAttribution used; ToDoubleFunction<String> truth;
        if (a[0].equals("acc")) { TwoTruthRun run = TwoTruthRun.of(AcceleratorKind.valueOf(a[1]).trace(Long.parseLong(a[2]))); series = run.series(); requests = run.requests(); limit = run.trace().limitWatts(); used = run.attributed(); truth = id -> run.trace().truth().get(id).ownedJoules(); }
        else { EngineRun run = EngineRun.of(EngineKind.valueOf(a[1]).trace(Long.parseLong(a[2]))); series = run.series(); requests = run.requests(); limit = run.trace().limitWatts(); used = run.attributed(); truth = id -> run.trace().truth().get(id).causedJoules(); }
        System.out.println(used.sharing());
        long o = series.firstNanos().getAsLong();
        StreamedRun s = StreamedRun.of(series, requests, limit);
        for (var b : s.blocks()) for (var d : b.devices()) System.out.printf("%.0f %s %s %s req %d%n", (b.time().startNanos()-o)/1e9, d.trust(), d.quality(), d.total(), b.shares().size());
        int n=0;
        for (var r : requests) { var sh = s.shares().get(r.id()); double t = truth.applyAsDouble(r.id()); var bj = used.requests().stream().filter(x->x.id().equals(r.id())).findFirst().get();
          System.out.printf("%s %.1f..%.1f..%.1f in %d cached %d out %d n %d truth %.0f batch %.0f stream %s %s%n", r.id(), (r.startNanos()-o)/1e9, (r.firstTokenNanos().orElse(o)-o)/1e9, (r.endNanos()-o)/1e9, r.inputTokens(), r.cachedInputTokens(), r.outputTokens(), r.tokens().size(), t, bj.joules().orElse(-1), sh.energy(), sh.promptJoules()); }
    }
}
