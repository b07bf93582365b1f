package dev.ipw.telemetry.internal.stream;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WorkWeights;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * The division of the joules of devices over streamed requests, block after block. Requests may be added from any
 * thread; one thread at a time divides. Its memory grows with the requests that are open, not with time.
 */
public final class StreamedDivision {
    private final Supplier<List<EnergySeries>> devices;
    private final Queue<StreamedRequest> added = new ConcurrentLinkedQueue<>();
    private final List<StreamedRequest> pending = new ArrayList<>();
    private long dividedNanos;

    /**
     * Creates a division that begins at a moment.
     *
     * @param devices    lists the joules of each device that is divided now
     * @param beginNanos the moment
     */
    public StreamedDivision(Supplier<List<EnergySeries>> devices, long beginNanos) {
        this.devices = devices;
        dividedNanos = beginNanos;
    }

    /** Adds a request that starts. */
    public void add(StreamedRequest request) {
        added.add(request);
    }

    /** Returns the end of the last block. */
    public long dividedNanos() {
        return dividedNanos;
    }

    /**
     * Divides the joules from the end of the last block for good.
     *
     * @param untilNanos the end of the block, up to which the counters have shown all joules
     * @return the block
     */
    public StreamedBlock divide(long untilNanos) {
        for (StreamedRequest request = added.poll(); request != null; request = added.poll()) {
            pending.add(request);
        }
        TimeSpan time = new TimeSpan(dividedNanos, Math.max(dividedNanos, untilNanos));
        List<StreamedRequest> open = pending.stream().filter(one -> one.startNanos() < time.endNanos()).toList();
        double[] weights = open.stream().mapToDouble(one -> weight(one.state(), one.startNanos(), time)).toArray();
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        List<StreamedBlock.Device> divided = new ArrayList<>();
        double joules = 0;
        for (EnergySeries series : devices.get()) {
            EnergyReading total = series.window(time.startNanos(), time.endNanos());
            double used = total.joules().orElse(0);
            divided.add(new StreamedBlock.Device(series.device().name(), total, sum > 0 ? used : 0,
                    sum > 0 ? 0 : used, 0, ShareTrust.UNTRUSTED, OptionalDouble.empty()));
            joules += used;
        }
        List<StreamedShare> shares = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            double share = sum > 0 ? joules * weights[i] / sum : 0;
            boolean isLast = open.get(i).endNanos().orElse(Long.MAX_VALUE) <= time.endNanos();
            shares.add(new StreamedShare(open.get(i),
                    EnergyReading.of(share, 0, Math.max(share, joules), Provenance.ESTIMATED,
                            devices.get().getFirst().device().scope(), "shares", EnumSet.of(EnergyFlag.ATTRIBUTED)),
                    OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), ShareTrust.UNTRUSTED,
                    isLast));
            open.get(i).dropBefore(time.endNanos());
        }
        pending.removeIf(one -> one.endNanos().orElse(Long.MAX_VALUE) <= time.endNanos());
        dividedNanos = time.endNanos();
        return new StreamedBlock(time, divided, shares);
    }

    private static double weight(StreamedRequest.State state, long startNanos, TimeSpan time) {
        double weight = 0;
        long prefillEnd = Math.max(startNanos + 1, state.firstTokenNanos().orElse(state.endNanos()
                .orElse(time.endNanos())));
        long from = Math.max(startNanos, time.startNanos());
        long to = Math.min(prefillEnd, time.endNanos());
        if (to > from) {
            weight += WorkWeights.TOKENS.prefillToken() * (state.inputTokens() - state.cachedTokens()) * (to - from)
                    / (prefillEnd - startNanos);
        }
        for (int i = 0; i < state.nanos().length; i++) {
            if (state.nanos()[i] < time.endNanos()) {
                weight += WorkWeights.TOKENS.decodeToken() * state.tokens()[i];
            }
        }
        return weight;
    }
}
