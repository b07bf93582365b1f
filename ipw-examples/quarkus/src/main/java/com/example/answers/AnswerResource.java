package com.example.answers;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import dev.ipw.telemetry.RequestSpan;
import dev.ipw.telemetry.TelemetrySession;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.RestQuery;

/** An answer of the model, with its joules in a header. */
@Path("/answer")
public class AnswerResource {
    private final TelemetrySession telemetry;
    private final InferenceClient model;

    AnswerResource(TelemetrySession telemetry, InferenceClient model) {
        this.telemetry = telemetry;
        this.model = model;
    }

    @GET
    public Response answer(@RestQuery String question) throws InferenceException, InterruptedException {
        RequestSpan span = telemetry.request("answer");
        InferenceResponse answer;
        try (span) {
            answer = model.infer(InferenceRequest.ofPrompt(question, GenerationOptions.defaults()), ResponseSink.NONE);
        }
        TokenUsage usage = answer.usage();
        if (usage.input().isPresent() && usage.output().isPresent()) {
            // Answers at the same time share their joules by these.
            span.tokens(usage.input().getAsLong(), usage.output().getAsLong());
        }
        return Response.ok(answer.text()).header("Energy", span.energy()).build();
    }
}
