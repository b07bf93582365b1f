package dev.ipw.profile;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.record.RequestFailure;
import dev.ipw.record.RequestOutcome;
import dev.ipw.telemetry.RunClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Send one request and turn whatever comes of it into an outcome. */
record RequestRunner(InferenceClient client, GenerationOptions generation, RunClock clock) {
    private static final Logger LOGGER = LoggerFactory.getLogger(RequestRunner.class);

    /**
     * Send a request that starts now.
     *
     * @throws InterruptedException if the run is stopped; the request leaves no outcome
     */
    RequestOutcome run(String recordId, String prompt) throws InterruptedException {
        TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
        try {
            InferenceResponse response = client.infer(InferenceRequest.ofPrompt(prompt, generation), recorder);
            return RequestOutcome.answered(recordId, response,
                    recorder.finish(System.nanoTime()).countedFrom(clock.monotonicAnchorNanos()));
        } catch (InferenceException failure) {
            if (failure.kind() == FailureKind.CANCELLED) {
                throw new InterruptedException("cancelled");
            }
            return failed(recordId, recorder, new RequestFailure(failure.kind(), message(failure)));
        } catch (RuntimeException | LinkageError brokenClient) {
            LOGGER.warn("Client {} failed on record {}", client.getClass().getName(), recordId, brokenClient);
            return failed(recordId, recorder, new RequestFailure(FailureKind.CLIENT_ERROR, brokenClient.toString()));
        }
    }

    private static String message(InferenceException failure) {
        return failure.getMessage() == null ? failure.kind().label() : failure.getMessage();
    }

    private RequestOutcome failed(String recordId, TimelineRecorder recorder, RequestFailure failure) {
        return RequestOutcome.failed(recordId, recorder.answer(), failure,
                recorder.finish(System.nanoTime()).countedFrom(clock.monotonicAnchorNanos()));
    }
}
