package dev.ipw.energy.simulation.server;

/** How an engine turns the slices of a step into work for its board. */
record StepRules(ModelShape shape, int stages, boolean padsToPowers, boolean padsPrompts, int draftTokens,
        double draftShare,
        double adapterBytes, double linkBytesPerToken, double launchSeconds, double paddedSeconds) {

    Slice slice(Sequence sequence, int tokens, boolean prompt) {
        double draftedTokens = prompt ? 0 : draftTokens * draftShare;
        double attended = sequence.context + tokens / 2.0;
        double flops = 2 * shape.activeParameters() * (tokens + draftedTokens)
                + 4.0 * shape.layers() * shape.hidden() * attended * tokens;
        // a long chunk reads the earlier keys once per tile of queries
        double keyReads = Math.ceil(tokens / 512.0);
        double bytes = shape.keyValueBytes() * (sequence.context * keyReads + tokens)
                + 12.0 * tokens * shape.layers() * shape.hidden();
        return new Slice(sequence, tokens, prompt, flops, bytes);
    }

    /** Rows that are computed for nobody. */
    int padding(StepLoad load, int ghosts) {
        if (load.answerTokens == 0) {
            return padsPrompts ? load.count * load.longestTokens - load.tokens : 0;
        }
        int rows = load.answerTokens + ghosts;
        return (padsToPowers ? Integer.highestOneBit(2 * rows - 1) : rows) - load.answerTokens;
    }

    /** Shared weights as a step of so many micro-batches reads them. */
    double weightBytes(StepLoad load, int microBatches) {
        return shape.denseBytes() * (microBatches + (load.answerTokens > 0 ? draftTokens * draftShare : 0));
    }
}
