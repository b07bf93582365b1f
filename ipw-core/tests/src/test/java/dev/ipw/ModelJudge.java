package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.QueryOutcome;
import java.util.Map;
import java.util.Optional;

/** Asks a model twice whether the answer is right. */
final class ModelJudge implements Evaluator {
    private final InferenceClient model;

    ModelJudge(EvaluatorContext context, Parameters parameters) {
        model = context.client(parameters.text("judge").orElseThrow(), Optional.empty(), Optional.empty(),
                Map.of());
    }

    @Override
    public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) throws InterruptedException {
        EvaluationUsage usage = EvaluationUsage.NONE.withDollars(0.25);
        boolean right = true;
        for (int call = 0; call < 2; call++) {
            InferenceRequest request = InferenceRequest
                    .ofPrompt(question.problem() + "=" + outcome.answer(), GenerationOptions.defaults());
            try {
                InferenceResponse reply = model.infer(request, new TimelineRecorder(System.nanoTime()));
                right &= reply.text().equals("YES");
                usage = usage.plus(EvaluationUsage.ofCall(reply.usage()).withDollars(0));
            } catch (InferenceException unreachable) {
                return Evaluation.failed("the judge did not answer").withUsage(usage);
            }
        }
        return new Evaluation(right ? Verdict.CORRECT : Verdict.INCORRECT, Optional.empty(), "says the judge",
                Map.of()).withUsage(usage);
    }

    @Override
    public void close() {
        model.close();
    }
}
