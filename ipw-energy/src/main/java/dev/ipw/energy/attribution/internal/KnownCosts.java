package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.work.Work;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;

/**
 * The fitted costs of work, for a quick estimate of a request's joules.
 *
 * @param perPromptToken  joules of a prompt token
 * @param perPromptPair   joules of a pair of prompt tokens
 * @param perPass         joules of a pass, with its usual part of a step
 * @param perContextToken joules of a token of context that a pass reads
 */
public record KnownCosts(double perPromptToken, double perPromptPair, double perPass, double perContextToken) {
    static KnownCosts of(WorkSchedule past, double[] costs) {
        double steps = 0;
        double passes = 0;
        for (int at = 0; at < past.rows().length; at += Work.PARTS) {
            steps += past.rows()[at + Work.STEPS];
            passes += past.rows()[at + Work.PASSES];
        }
        return new KnownCosts(costs[Work.PROMPT_TOKENS], costs[Work.PROMPT_PAIRS],
                costs[Work.PASSES] + (passes > 0 ? costs[Work.STEPS] * steps / passes : 0),
                costs[Work.CONTEXT_TOKENS]);
    }

    /**
     * Returns an estimate of a request's joules.
     *
     * @param request      the request, as far as it is known
     * @param promptShare  the share of its prompt that counts
     * @param answerShare  the share of its answer that counts, if the times of its tokens are not known
     */
    public double joules(RequestActivity request, double promptShare, double answerShare) {
        double prompt = request.computedInputTokens();
        double position = request.inputTokens() - prompt;
        double passes = 0;
        for (int i = 0; i < request.tokens().size(); i = request.tokens().nextMoment(i)) {
            passes++;
        }
        passes = request.tokens().size() == 0 ? answerShare * request.outputTokens() : passes;
        return promptShare * (perPromptToken * prompt + perPromptPair * prompt * (position + prompt / 2))
                + passes * (perPass + perContextToken * (request.contextTokens() + request.outputTokens() / 2.0));
    }
}
