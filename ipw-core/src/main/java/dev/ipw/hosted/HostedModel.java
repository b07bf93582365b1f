package dev.ipw.hosted;

import java.util.Objects;
import org.apiguardian.api.API;

/**
 * A hosted model with all that its estimate needs.
 *
 * @param name           its id
 * @param provider       its provider
 * @param isGuess        whether its sizes are guesses because its maker does not publish them
 * @param source         the source of its sizes in plain words
 * @param activeBillions the parameters that a token passes through, in billions
 * @param totalBillions  all parameters, in billions
 * @param assumptions    how it is served
 * @param centre         where it is served
 * @param table          the table, its version and date
 */
@API(status = API.Status.EXPERIMENTAL)
public record HostedModel(String name, String provider, boolean isGuess, String source, Range activeBillions,
        Range totalBillions, HostedAssumptions assumptions, DataCentre centre, String table) {
    private static final double MAX_BILLIONS = 1e6;
    private static final double FLOPS_PER_BILLION = 2e9;

    /** Refuses nulls and sizes that contradict each other. */
    public HostedModel {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(assumptions, "assumptions");
        Objects.requireNonNull(centre, "centre");
        Objects.requireNonNull(table, "table");
        if (!(activeBillions.low() > 0 && activeBillions.low() <= totalBillions.low()
                && activeBillions.likely() <= totalBillions.likely()
                && activeBillions.high() <= totalBillions.high() && totalBillions.high() <= MAX_BILLIONS)) {
            throw new IllegalArgumentException("Active parameters of '" + name + "' must be above 0 and at most all of"
                    + " them, at most " + Math.round(MAX_BILLIONS) + " billion, not " + activeBillions + " of "
                    + totalBillions + " billion");
        }
    }

    /**
     * Sets the requests that are decoded at the same time, for a server whose load is known.
     *
     * @param requests requests in a batch
     * @return the changed copy
     */
    public HostedModel withBatch(Range requests) {
        return new HostedModel(name, provider, isGuess, source, activeBillions, totalBillions,
                assumptions.withBatch(requests), centre, table);
    }

    /**
     * Returns whether it is from the table that comes with this library.
     *
     * @return false for a table of the user
     */
    public boolean isShipped() {
        return table.startsWith(HostedTable.words(HostedTable.SHIPPED));
    }

    /** Returns the joules of the machines, without the data centre's overhead, for reading a prompt. */
    Range promptJoules(HostedTokens tokens) {
        return End.range(end -> {
            double attention = end.of(assumptions.attentionPerPromptToken()) * tokens.input();
            double perToken = FLOPS_PER_BILLION * end.of(activeBillions) * (1 + attention)
                    * end.of(assumptions.joulesPerFlop());
            return perToken * (tokens.input() - tokens.cached() + tokens.cached() * end.of(assumptions.cachedShare()));
        });
    }

    /**
     * Returns the joules of the GPUs alone for an answer, without the rest of the server and the data centre: the figure
     * that benchmarks measure.
     *
     * @param tokens the tokens, of which those of the answer count
     * @return joules, estimated
     */
    public Range gpuJoules(HostedTokens tokens) {
        return End.range(end -> tokens.output() * end.of(assumptions.fitError())
                * DecodeFit.gpuJoules(end.of(activeBillions), end.against(assumptions.batch()), gpus(end)));
    }

    /** Returns the joules of the rest of the server for the tokens of an answer. */
    Range serverJoules(HostedTokens tokens) {
        return End.range(end -> tokens.output()
                * DecodeFit.serverJoules(end.of(activeBillions), end.against(assumptions.batch()), gpus(end)));
    }

    private int gpus(End end) {
        return DecodeFit.gpus(end.of(totalBillions), end.of(assumptions.weightBits()));
    }
}
