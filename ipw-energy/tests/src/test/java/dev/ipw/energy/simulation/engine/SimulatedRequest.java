package dev.ipw.energy.simulation.engine;

import java.util.Arrays;

/** A request inside the engine: its lengths, how far it is, and the joules charged to it. */
final class SimulatedRequest {
    final int number;
    final int inputTokens;
    final int outputTokens;
    final int cachedTokens;
    final boolean logged;
    long startNanos;
    long engineStartNanos;
    long clientFirstNanos;
    long clientEndNanos;

    int promptLeft;
    int contextTokens;
    int producedTokens;
    int overrunSteps;
    private int[] tokenSteps;

    int stepPromptTokens;
    double stepAttentionPairs;
    int stepDecodeTokens;
    int stepContextTokens;
    double stepOwnJoules;
    double stepOwnSeconds;

    double grossJoules;
    double grossPrefillJoules;
    double marginalJoules;
    double marginalPrefillJoules;
    double causedJoules;
    double causedPrefillJoules;

    SimulatedRequest(int number, int inputTokens, int outputTokens, int cachedTokens, boolean logged) {
        this.number = number;
        this.inputTokens = inputTokens;
        this.outputTokens = outputTokens;
        this.cachedTokens = cachedTokens;
        this.logged = logged;
        promptLeft = inputTokens - cachedTokens;
        contextTokens = cachedTokens;
        tokenSteps = new int[outputTokens];
    }

    /** Plan to compute {@code tokens} of the prompt in this step. */
    void planPrompt(int tokens) {
        stepPromptTokens = tokens;
        stepAttentionPairs = tokens * (contextTokens + tokens / 2.0);
    }

    /** Plan a decode of {@code tokens}, drafts included. */
    void planDecode(int tokens) {
        stepDecodeTokens = tokens;
        stepContextTokens = contextTokens;
    }

    void clearPlan() {
        stepPromptTokens = 0;
        stepAttentionPairs = 0;
        stepDecodeTokens = 0;
        stepContextTokens = 0;
    }

    boolean works() {
        return stepPromptTokens + stepDecodeTokens > 0;
    }

    /** Drop what is computed, to be computed again when there is room. */
    void preempt() {
        promptLeft = contextTokens + promptLeft;
        contextTokens = 0;
    }

    /** Note that {@code tokens} came out of a step. */
    void produce(int step, int tokens) {
        int made = Math.min(tokens, outputTokens - producedTokens);
        Arrays.fill(tokenSteps, producedTokens, producedTokens + made, step);
        producedTokens += made;
        contextTokens += made;
    }

    boolean isFinished() {
        return producedTokens == outputTokens;
    }

    int stepOfToken(int token) {
        return tokenSteps[token];
    }

    void charge(double caused, double gross, double marginal, boolean prefill) {
        causedJoules += caused;
        grossJoules += gross;
        marginalJoules += marginal;
        if (prefill) {
            causedPrefillJoules += caused;
            grossPrefillJoules += gross;
            marginalPrefillJoules += marginal;
        }
    }

    RequestTruth truth() {
        return new RequestTruth(causedJoules, causedPrefillJoules, grossJoules, grossPrefillJoules, marginalJoules,
                marginalPrefillJoules);
    }
}
