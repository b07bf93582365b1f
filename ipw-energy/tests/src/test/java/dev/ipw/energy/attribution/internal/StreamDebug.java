package dev.ipw.energy.attribution.internal;
import dev.ipw.energy.simulation.engine.EngineKind;
class StreamDebug {
    public static void main(String[] a) {
        EngineRun run = EngineRun.of(EngineKind.valueOf(a[0]).trace(Long.parseLong(a[1])));
        DeviceAttribution used = run.attributed();
        System.out.println(used.sharing());
        long o = run.series().firstNanos().getAsLong();
        StreamedRun s = StreamedRun.of(run.series(), run.requests(), run.trace().limitWatts());
        for (var b : s.blocks()) for (var d : b.devices()) System.out.printf("%.0f %s %s %s req %d%n", (b.time().startNanos()-o)/1e9, d.trust(), d.quality(), d.total(), b.shares().size());
        int n=0;
        for (var r : run.requests()) { if (n++ > 40) break; var sh = s.shares().get(r.id()); double t = run.trace().truth().get(r.id()).causedJoules(); var bj = used.requests().stream().filter(x->x.id().equals(r.id())).findFirst().get();
          System.out.printf("%s %.1f..%.1f in %d cached %d out %d n %d truth %.0f batch %.0f stream %s %s%n", r.id(), (r.startNanos()-o)/1e9, (r.endNanos()-o)/1e9, r.inputTokens(), r.cachedInputTokens(), r.outputTokens(), r.tokens().size(), t, bj.joules().orElse(-1), sh.energy(), sh.promptJoules()); }
    }
}
