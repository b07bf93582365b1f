package dev.ipw.energy.simulation.server;

import java.util.List;

/** The slices of a step (or of a coalition of its requests), summed one by one. */
final class StepLoad {

    private final StepRules rules;
    int count;
    int prompts;
    int tokens;
    int answerTokens;
    int longestTokens;
    private double flops;
    private double bytes;
    private long adapters;

    StepLoad(StepRules rules) {
        this.rules = rules;
    }

    static StepLoad of(StepRules rules, List<Slice> slices) {
        StepLoad load = new StepLoad(rules);
        slices.forEach(load::add);
        return load;
    }

    void add(Slice slice) {
        count++;
        prompts += slice.prompt() ? 1 : 0;
        answerTokens += slice.prompt() ? 0 : slice.tokens();
        tokens += slice.tokens();
        longestTokens = Math.max(longestTokens, slice.tokens());
        flops += slice.flops();
        bytes += slice.bytes();
        adapters |= slice.sequence().adapter < 0 ? 0 : 1L << slice.sequence().adapter;
    }

    Work work(int ghosts, double fraction) {
        ModelShape shape = rules.shape();
        double padding = rules.padding(this, ghosts);
        // prompts fill a pipeline by themselves, answers only by their number
        int microBatches = prompts > 0 ? rules.stages() : Math.min(rules.stages(), count);
        double stretch = (microBatches + rules.stages() - 1.0) / microBatches;
        double allBytes = bytes + rules.weightBytes(this, microBatches) + shape.touchedBytes(tokens)
                + Long.bitCount(adapters) * rules.adapterBytes();
        double launchSeconds = rules.launchSeconds()
                + rules.paddedSeconds() * (answerTokens > 0 ? answerTokens + padding : 0);
        return new Work((flops + padding * 2 * shape.activeParameters()) * fraction, allBytes * fraction,
                tokens * rules.linkBytesPerToken() * fraction, launchSeconds * fraction, stretch);
    }
}
