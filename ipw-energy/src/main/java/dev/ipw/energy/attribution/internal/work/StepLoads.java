package dev.ipw.energy.attribution.internal.work;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import java.util.List;

/**
 * The load of each step of an engine besides prompts: the passes that generate tokens, and the context that they read.
 */
public final class StepLoads {
    private final double[] passes;
    private final double[] context;

    /** Counts the load, with or without the passes that generated the first tokens. */
    public StepLoads(EngineSteps steps, List<RequestActivity> requests, boolean withFirst) {
        passes = new double[steps.count()];
        context = new double[steps.count()];
        for (int i = 0; i < requests.size(); i++) {
            if (steps.isStamped(i)) {
                count(steps, i, requests.get(i), withFirst);
            }
        }
    }

    private void count(EngineSteps steps, int index, RequestActivity request, boolean withFirst) {
        TokenTimes tokens = request.tokens();
        double context = request.contextTokens();
        int moment = 0;
        for (int i = 0; i < tokens.size(); i = tokens.nextMoment(i)) {
            if (moment > 0 || withFirst || request.isContinued()) {
                int step = steps.step(index, moment);
                passes[step]++;
                this.context[step] += context;
            }
            context += tokens.tokensOfMoment(i, request.outputTokens());
            moment++;
        }
    }

    public double passes(int step) {
        return passes[step];
    }

    double context(int step) {
        return context[step];
    }
}
