package dev.ipw.profile.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.thread.ThreadEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests whose answers are discarded, so that the server is warm when it is measured: as many in parallel as the
 * load will keep in flight, or will start in a second if it is a rate, because a server that has seen one request at a
 * time must still allocate memory for more.
 */
final class WarmUp {
    private static final Logger LOGGER = LoggerFactory.getLogger(WarmUp.class);
    private static final int MAX_MESSAGE_CHARACTERS = 4096;
    private static final String PROMPT = "Count from one to ten.";
    private static final int MAX_TOKENS = 32;
    private static final long STOP_CHECK_MILLIS = 50;
    private static final long STOP_SECONDS = 5;
    // The server was too slow, asks for a later try, or wants fewer requests: no reason to expect that it always
    // refuses.
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);

    private final InferenceClient client;
    private final GenerationOptions generation;
    private final int planned;
    private final int atOnce;
    private final AtomicInteger begun = new AtomicInteger();
    private final LinkedBlockingQueue<Optional<Failure>> outcomes = new LinkedBlockingQueue<>();
    private final List<Failure> failures = new ArrayList<>();
    private int finished;

    WarmUp(InferenceClient client, GenerationOptions generation, int planned, int streams) {
        this.client = client;
        this.generation = generation;
        this.planned = planned;
        atOnce = Math.min(planned, streams);
    }

    /**
     * Sends them all, and waits for them.
     *
     * @param stopped  returns whether the run is to end
     * @param progress receives the number of finished requests
     * @throws InterruptedException   if the calling thread is interrupted; the requests in flight are cancelled
     * @throws ConfigurationException if the server refused each of them for its content
     */
    void run(BooleanSupplier stopped, IntConsumer progress) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        GenerationOptions brief = generation.withMaxTokens(MAX_TOKENS);
        try {
            for (int thread = 0; thread < atOnce; thread++) {
                threads.add(Thread.ofVirtual().name("ipw-warm-up-" + thread).start(() -> ask(brief, stopped)));
            }
            while (finished < planned && !stopped.getAsBoolean()) {
                Optional<Failure> next = outcomes.poll(STOP_CHECK_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    next.ifPresent(failures::add);
                    finished++;
                    progress.accept(finished);
                }
            }
        } finally {
            threads.forEach(Thread::interrupt);
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
            threads.forEach(thread -> ThreadEnd.comesBy(thread, until));
        }
        if (planned > 0 && !stopped.getAsBoolean()) {
            requireWelcome();
        }
    }

    private void ask(GenerationOptions options, BooleanSupplier stopped) {
        while (begun.getAndIncrement() < planned && !stopped.getAsBoolean()) {
            outcomes.add(ask(options));
            // A client that interrupts itself must not cancel the next request.
            Thread.interrupted();
        }
    }

    private Optional<Failure> ask(GenerationOptions options) {
        try {
            client.infer(InferenceRequest.ofPrompt(PROMPT, options), new TimelineRecorder(System.nanoTime()));
            return Optional.empty();
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            return Optional.of(new Failure("the request was interrupted", OptionalInt.empty()));
        } catch (InferenceException failure) {
            return Optional
                    .of(new Failure(Redaction.excerpt(String.valueOf(failure.getMessage()), MAX_MESSAGE_CHARACTERS),
                            failure.httpStatus()));
        } catch (RuntimeException | Error brokenClient) {
            LOGGER.warn("Client {} failed on a warm-up request", client.getClass().getName(), brokenClient);
            return Optional.of(new Failure(Redaction.excerpt(FailureText.of(brokenClient), MAX_MESSAGE_CHARACTERS),
                    OptionalInt.empty()));
        }
    }

    /**
     * Throws if the server refuses. The cause may be the token limit of the warm-up, so one more request is sent
     * without it.
     */
    private void requireWelcome() {
        boolean refused = failures.size() == planned && failures.stream().allMatch(Failure::isRefusal);
        if (refused && ask(generation).filter(Failure::isRefusal).isPresent()) {
            throw new ConfigurationException("The server refused " + (planned == 1
                    ? "the warm-up request"
                    : "all " + planned + " warm-up requests") + ", so that nothing was measured: "
                    + failures.getFirst().message + ". Check the model, the key and the parameters of the client");
        }
    }

    /** Returns the failures, for the run's warnings; empty without any. */
    Optional<String> warning() {
        if (failures.isEmpty()) {
            return Optional.empty();
        }
        boolean all = failures.size() == finished;
        return Optional.of((all ? "All " : failures.size() + " of ") + finished + " warm-up requests failed"
                + (all ? ", so that the model may not have been warm when it was measured" : "") + ": "
                + failures.getFirst().message);
    }

    private record Failure(String message, OptionalInt httpStatus) {
        boolean isRefusal() {
            int status = httpStatus.orElse(0);
            return status / 100 == 4 && !PASSING.contains(status);
        }
    }
}
