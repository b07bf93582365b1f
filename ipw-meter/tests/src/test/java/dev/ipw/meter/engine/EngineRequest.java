package dev.ipw.meter.engine;

import java.util.List;

/** A request to the engine, and how far it is. Only the engine's thread changes it. */
final class EngineRequest {
    /** The tokens of a block of the prefix cache. */
    static final int BLOCK_TOKENS = 16;

    private final String id;
    private final int promptTokens;
    private final int answerTokens;
    private final List<Long> prefixBlocks;
    private final boolean isStreamed;
    private final TrueJoules joules;
    private int target;
    private int computed;
    private int generated;
    private int shown;
    private int cached;
    private int preemptions;
    private boolean isAdmitted;
    private boolean isPrompting = true;

    /**
     * Creates a request.
     *
     * @param id           a unique name
     * @param promptTokens the tokens of its prompt, at least one
     * @param answerTokens the tokens of its answer; zero for an embedding
     * @param prefixBlocks the names of the blocks with which its prompt begins, each of {@value #BLOCK_TOKENS} tokens and
     *                     of all blocks before it
     * @param isStreamed   whether its caller gets each token at once
     * @param devices      the devices of the engine
     */
    EngineRequest(String id, int promptTokens, int answerTokens, List<Long> prefixBlocks, boolean isStreamed,
            int devices) {
        this.id = id;
        this.promptTokens = promptTokens;
        this.answerTokens = answerTokens;
        this.prefixBlocks = List.copyOf(prefixBlocks);
        this.isStreamed = isStreamed;
        target = promptTokens;
        joules = new TrueJoules(devices);
    }

    String id() {
        return id;
    }

    int promptTokens() {
        return promptTokens;
    }

    int answerTokens() {
        return answerTokens;
    }

    List<Long> prefixBlocks() {
        return prefixBlocks;
    }

    boolean isStreamed() {
        return isStreamed;
    }

    TrueJoules joules() {
        return joules;
    }

    /** Returns the prompt's tokens that were served from the cache. */
    int cached() {
        return cached;
    }

    /** Returns how often its cache was given up for others. */
    int preemptions() {
        return preemptions;
    }

    int generated() {
        return generated;
    }

    int computed() {
        return computed;
    }

    boolean isPrompting() {
        return isPrompting;
    }

    boolean hasAnswer() {
        return generated > 0;
    }

    int promptRest() {
        return target - computed;
    }

    /** Begins with a number of cached tokens, which count the first time only. */
    void admit(int cachedTokens) {
        computed = cachedTokens;
        if (!isAdmitted) {
            cached = cachedTokens;
            isAdmitted = true;
        }
    }

    /** Gives up its cache: all its tokens so far are a prompt again. */
    void preempt() {
        target = promptTokens + generated;
        computed = 0;
        isPrompting = true;
        preemptions++;
    }

    /** Computes tokens of its prompt. Returns whether it is complete. */
    boolean prompt(int tokens) {
        computed += tokens;
        isPrompting = computed < target;
        return !isPrompting;
    }

    /** Adds tokens of the answer, at most as many as it has. */
    void generate(int tokens) {
        generated += Math.min(tokens, answerTokens - generated);
    }

    /** Adds the cache of tokens of the answer. */
    void extend(int tokens) {
        computed += tokens;
    }

    boolean isComplete() {
        return !isPrompting && generated >= answerTokens;
    }

    /** Returns the tokens of the next chunk; zero if it is not due yet. */
    int nextChunk(int tokensPerChunk) {
        int waiting = generated - shown;
        boolean isDue = isStreamed && (shown == 0 || waiting >= tokensPerChunk);
        if (!isDue && !isComplete()) {
            return 0;
        }
        shown = generated;
        return waiting;
    }
}
