package com.example.plugins;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
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

/** The provider of an evaluator that asks a model: {@code --evaluator yes-or-no}. */
public final class YesOrNoProvider implements EvaluatorProvider {
    @Override
    public String id() {
        return "yes-or-no";
    }

    @Override
    public String description() {
        return "asks a model whether the answer is right";
    }

    @Override
    public boolean asksModel() {
        return true;
    }

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        Optional<String> model = parameters.text("judge_model");
        parameters.rejectUnknown();
        return new YesOrNo(context.client("openai", model, Optional.empty(), Map.of()));
    }

    record YesOrNo(InferenceClient judge) implements Evaluator {
        @Override
        public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) throws InterruptedException {
            if (outcome.answer().isBlank()) {
                return Evaluation.incorrect("the answer is empty");
            }
            try {
                InferenceResponse reply = judge.infer(InferenceRequest.ofPrompt(
                        "Question: " + question.problem() + "\nRight answer: " + question.answer() + "\nAnswer: "
                                + outcome.answer() + "\nIs the answer right? Reply YES or NO.",
                        GenerationOptions.defaults()), new TimelineRecorder(System.nanoTime()));
                return verdict(reply.text().strip()).withUsage(EvaluationUsage.ofCall(reply.usage()));
            } catch (InferenceException failed) {
                return Evaluation.failed("the judge did not answer: " + failed.getMessage());
            }
        }

        private static Evaluation verdict(String reply) {
            return switch (reply) {
                case "YES" -> Evaluation.correct();
                case "NO" -> Evaluation.incorrect("the judge replied NO");
                default -> Evaluation.failed("the judge replied neither YES nor NO");
            };
        }

        @Override
        public void close() {
            judge.close();
        }
    }
}
