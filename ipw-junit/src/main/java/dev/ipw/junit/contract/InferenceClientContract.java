package dev.ipw.junit.contract;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The contract between a run and an {@link InferenceClient}: times in order, an answer that is the sum of its chunks,
 * requests that do not mix, failures with a reason.
 *
 * <pre>{@code
 * class WeatherClientTests extends InferenceClientContract {
 *     protected InferenceClient client() {
 *         return new WeatherClient(server.url());
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class InferenceClientContract {
    private static final int AT_ONCE = 8;

    /** Creates the contract of a subclass's client. */
    protected InferenceClientContract() {}

    /**
     * Creates a client of a model that answers. The test closes it.
     *
     * @return a new client
     * @throws Exception if it cannot be created, which fails the test
     */
    protected abstract InferenceClient client() throws Exception;

    /**
     * Creates a client whose model rejects every request, for example because its port is closed. The test closes it.
     *
     * @return a new client; empty, the default, to skip the test of failures
     * @throws Exception if it cannot be created, which fails the test
     */
    protected Optional<InferenceClient> refusedClient() throws Exception {
        return Optional.empty();
    }

    /**
     * Returns the request.
     *
     * @return a request that the model answers with some text
     */
    protected InferenceRequest request() {
        return InferenceRequest.ofPrompt("What is 2 + 2?", GenerationOptions.defaults());
    }

    @Test
    void describesItselfTheSameEachTime() throws Exception {
        try (InferenceClient client = client()) {
            ClientInfo info = client.describe();

            assertFalse(info.id().isBlank(), "describe().id() is blank");
            assertFalse(info.model().isBlank(), "describe().model() is blank");
            assertEquals(info, client.describe(), "describe() changed");
        }
    }

    @Test
    void passesItsOwnCheck() throws Exception {
        try (InferenceClient client = client()) {
            client.check();
        }
    }

    @Test
    void reportsTheMomentsOfAnAnswerInOrder() throws Exception {
        try (InferenceClient client = client()) {
            MomentSink sink = new MomentSink();
            long before = System.nanoTime();
            client.infer(request(), sink);
            long after = System.nanoTime();

            List<Long> moments = new ArrayList<>(List.of(before));
            moments.addAll(sink.moments());
            moments.add(after);
            for (int i = 1; i < moments.size(); i++) {
                assertTrue(moments.get(i) - moments.get(i - 1) >= 0,
                        "moment " + i + " of " + sink.names()
                                + " lies before the one in front of it, or outside the call;"
                                + " moments are those of System.nanoTime()");
            }
            assertEquals(1, sink.count("sent"), "sent() is called once for each request");
            assertTrue(sink.count("answer chunk") > 0, "an answer came without a chunk of kind ANSWER");
        }
    }

    @Test
    void givesTheTextThatItsChunksMakeUp() throws Exception {
        try (InferenceClient client = client()) {
            MomentSink sink = new MomentSink();
            InferenceResponse response = client.infer(request(), sink);

            assertFalse(response.text().isBlank(), "the answer is blank");
            assertEquals(response.text(), sink.answer(), "the answer is not the sum of its chunks");
        }
    }

    @Test
    void countsNoNegativeTokens() throws Exception {
        try (InferenceClient client = client()) {
            InferenceResponse response = client.infer(request(), new MomentSink());

            assertTrue(response.usage().input().orElse(1) > 0,
                    "an absent count of input tokens is empty, not 0 or less");
            assertTrue(response.usage().output().orElse(1) > 0,
                    "an absent count of output tokens is empty, not 0 or less: there was an answer");
        }
    }

    @Test
    void answersSeveralRequestsAtOnceWithoutMixingThem() throws Exception {
        try (InferenceClient client = client(); ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                tasks.add(() -> {
                    MomentSink sink = new MomentSink();
                    return client.infer(request(), sink).text().equals(sink.answer());
                });
            }
            for (Future<Boolean> whole : threads.invokeAll(tasks)) {
                assertTrue(whole.get(), "chunks of one request went to the sink of another");
            }
        }
    }

    @Test
    void endsSoonWhenItsThreadIsInterrupted() throws Exception {
        try (InferenceClient client = client()) {
            Thread.currentThread().interrupt();
            boolean hasThrown = throwsInterrupted(client);
            boolean isSet = Thread.interrupted();

            assertTrue(hasThrown || isSet, "the interrupt was swallowed: throw InterruptedException or leave it set");
            assertFalse(hasThrown && isSet, "InterruptedException takes the place of the thread's interrupt status");
        }
    }

    @SuppressWarnings("InterruptedExceptionSwallowed")
    private boolean throwsInterrupted(InferenceClient client) throws InferenceException {
        try {
            client.infer(request(), new MomentSink());
            return false;
        } catch (InterruptedException expected) {
            return true;
        }
    }

    @Test
    void failsWithAKindAndAReason() throws Exception {
        Optional<InferenceClient> refused = refusedClient();
        Assumptions.assumeTrue(refused.isPresent(), "refusedClient() returns none, so failures are not checked");
        try (InferenceClient client = refused.orElseThrow()) {
            InferenceException failure = assertThrows(InferenceException.class,
                    () -> client.infer(request(), new MomentSink()));

            assertFalse(String.valueOf(failure.getMessage()).isBlank(), "the failure says nothing");
        }
    }

    @Test
    void closesTwice() throws Exception {
        InferenceClient client = client();
        client.close();
        client.close();
    }
}
