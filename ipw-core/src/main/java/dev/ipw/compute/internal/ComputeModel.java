package dev.ipw.compute.internal;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.number.Ratio;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The computation of the work of queries. Operations that a client computed itself take precedence over the model's
 * card.
 *
 * @param card      the model's sizes; empty if unknown
 * @param precision the precision of its matrix multiplications; empty if unknown
 * @param devices   the measured devices
 */
public record ComputeModel(Optional<ModelCard> card, Optional<Precision> precision, Accelerators devices) {
    /** Uses the named precision for the weights, or else the model card's. */
    public ComputeModel {
        Optional<Precision> named = precision;
        Optional<ModelCard> givenCard = card;
        card = givenCard.map(known -> named.map(known::heldIn).orElse(known));
        precision = named.or(() -> givenCard.flatMap(ModelCard::precision));
    }

    /**
     * Returns the work of a query.
     *
     * @param usage    its tokens
     * @param byClient the operations that the client computed
     * @param seconds  the time for which it was served
     * @param isShared whether others were served at the same time
     * @return its work, and its share of the devices' peak
     */
    public ComputeMetrics of(TokenUsage usage, OptionalDouble byClient, double seconds, boolean isShared) {
        Optional<ForwardPass> pass = pass(usage);
        OptionalDouble flops = byClient.isPresent()
                ? byClient
                : pass.map(known -> OptionalDouble.of(known.floatingPointOperations())).orElse(OptionalDouble.empty());
        Optional<String> source = byClient.isPresent()
                ? Optional.of(ComputeMetrics.CLIENT)
                : pass.map(known -> known.card().source());
        OptionalDouble bytes = isShared ? OptionalDouble.empty() : bytes(pass);
        return new ComputeMetrics(flops, source, share(flops, peak(), seconds),
                share(bytes, devices.bytesPerSecond(), seconds), Ratio.of(flops, bytes), isShared);
    }

    private Optional<ForwardPass> pass(TokenUsage usage) {
        // If the cached part of a prompt is unknown, so is the work.
        return !usage.flags().isEmpty() || usage.input().isEmpty() || usage.output().isEmpty()
                || usage.input().getAsLong() < 1
                        ? Optional.empty()
                        : card.map(known -> new ForwardPass(known, usage.input().getAsLong(),
                                usage.cachedInput().orElse(0),
                                usage.output().getAsLong()));
    }

    /** Returns the bytes of a query that had the devices to itself. */
    OptionalDouble bytes(TokenUsage usage) {
        return bytes(pass(usage));
    }

    private static OptionalDouble bytes(Optional<ForwardPass> pass) {
        return pass.filter(known -> known.card().weightBytes().isPresent())
                .map(known -> OptionalDouble.of(known.bytes((double) known.card().weightBytes().getAsLong()
                        / known.card().parameters().total())))
                .orElse(OptionalDouble.empty());
    }

    OptionalDouble peak() {
        return precision.map(devices::flopsPerSecond).orElse(OptionalDouble.empty());
    }

    OptionalDouble achievable() {
        return precision.map(devices::achievableFlopsPerSecond).orElse(OptionalDouble.empty());
    }

    /** Divides by the peak. A share above one means that the card, the precision or the devices are wrong. */
    static OptionalDouble share(OptionalDouble done, OptionalDouble perSecond, double seconds) {
        OptionalDouble share = Ratio.of(done, perSecond.orElse(0) * seconds);
        return share.orElse(0) <= 1 ? share : OptionalDouble.empty();
    }
}
