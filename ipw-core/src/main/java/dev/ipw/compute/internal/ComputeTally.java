package dev.ipw.compute.internal;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.compute.ComputeTotals;
import dev.ipw.compute.ComputeTotals.DevicePeaks;
import dev.ipw.compute.ComputeTotals.Utilization;
import dev.ipw.error.Setting;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.number.Ratio;
import java.util.Optional;
import java.util.OptionalDouble;

/** The sum of the work of queries, added one after the other. For one thread. */
public final class ComputeTally {
    private static final String IMPOSSIBLE = "the work is more than the devices can do: check the model's card, the"
            + " precision and which devices were read";

    private final ComputeModel model;
    private double flops;
    private double bytes;
    private long queries;
    private long unknown;
    private boolean isShared;
    private boolean isTrafficUnknown;
    private Optional<String> source = Optional.empty();

    /**
     * Creates an empty sum.
     *
     * @param model the computation of work
     */
    public ComputeTally(ComputeModel model) {
        this.model = model;
    }

    /**
     * Adds a complete answer.
     *
     * @param usage   its tokens
     * @param metrics its work
     */
    public void add(TokenUsage usage, ComputeMetrics metrics) {
        OptionalDouble work = metrics.floatingPointOperations();
        queries += work.isPresent() ? 1 : 0;
        unknown += work.isPresent() ? 0 : 1;
        flops += work.orElse(0);
        isShared |= metrics.isShared();
        OptionalDouble moved = model.bytes(usage);
        isTrafficUnknown |= moved.isEmpty();
        bytes += moved.orElse(0);
        source = source.or(metrics::source);
    }

    /**
     * Returns the work of the run.
     *
     * @param seconds the length of the measurement window
     * @return the totals
     */
    public ComputeTotals finish(double seconds) {
        OptionalDouble work = queries > 0 && unknown == 0 ? OptionalDouble.of(flops) : OptionalDouble.empty();
        OptionalDouble moved = queries > 0 && !isShared && !isTrafficUnknown
                ? OptionalDouble.of(bytes)
                : OptionalDouble.empty();
        OptionalDouble peak = model.peak();
        OptionalDouble share = ComputeModel.share(work, peak, seconds);
        OptionalDouble achievable = model.achievable();
        // The best known product is not a bound, so a share of it above one is shown unchanged.
        OptionalDouble ofAchievable = share.isPresent()
                ? Ratio.of(work, achievable.orElse(0) * seconds)
                : OptionalDouble.empty();
        return new ComputeTotals(work, queries, unknown, source, model.precision(),
                new DevicePeaks(model.devices().names(), peak, achievable, model.devices().bytesPerSecond(),
                        model.devices().sources()),
                new Utilization(share, ofAchievable,
                        ComputeModel.share(moved, model.devices().bytesPerSecond(), seconds)),
                Ratio.of(work, moved),
                share.isPresent() ? Optional.empty() : Optional.of(whyNoShare(work)));
    }

    private String whyNoShare(OptionalDouble work) {
        if (work.isEmpty()) {
            return model.card().isEmpty()
                    ? "the model's sizes are not known; give its config.json or GGUF file by " + Setting.MODEL_CARD
                    : queries + unknown == 0
                            ? "nothing was answered"
                            : "there are no token counts for " + unknown + " of " + (queries + unknown) + " answers";
        }
        return model.devices().whyUnknown(model.precision()).orElse(IMPOSSIBLE);
    }
}
