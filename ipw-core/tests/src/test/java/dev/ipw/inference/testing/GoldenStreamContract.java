package dev.ipw.inference.testing;

import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.LatencyMetrics;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ask a server that knows how many tokens it sends, in which pieces and when. It sends a write only after the client has
 * reported what came before, so that each stamp has its place between two writes, however fast either side is.
 */
abstract class GoldenStreamContract {
    private static final int TOKENS = 48;
    private static final List<String> WORDS = List.of("Grüße", " 🙂", " naïve", " 語", "\n", " \"x\"");

    /** Name the client. */
    protected abstract String id();

    /** Return the parameters that choose the API, where a client has several. */
    protected Map<String, String> parameters() {
        return Map.of();
    }

    /** Name the type of a stream. */
    protected abstract String streamType();

    /** Return whether a request asks for a stream. */
    protected boolean asksForAStream(ScriptedServer.Request request) throws Exception {
        return Json.parse(request.body()).path("stream").booleanValue();
    }

    /** Write what a stream says before the first token; may be empty. */
    protected abstract String opening();

    /** Write one piece of the visible answer. */
    protected abstract String piece(String text);

    /** Write what a stream says after the last token, with 12 tokens in. */
    protected abstract String ending(int outputTokens);

    /** List the ways to divide tokens into events, and events into writes. */
    enum Chunking {
        ONE_TOKEN_AN_EVENT(1, 1, Split.NOWHERE), SIX_TOKENS_AN_EVENT(6, 1, Split.NOWHERE),
        SIXTEEN_EVENTS_A_WRITE(1, 16, Split.NOWHERE), SPLIT_IN_A_CHARACTER(6, 1, Split.IN_A_CHARACTER),
        SPLIT_IN_A_LINE(1, 1, Split.IN_A_LINE);

        private final int tokensAnEvent;
        private final int eventsAWrite;
        private final Split split;

        Chunking(int tokensAnEvent, int eventsAWrite, Split split) {
            this.tokensAnEvent = tokensAnEvent;
            this.eventsAWrite = eventsAWrite;
            this.split = split;
        }
    }

    private enum Split {
        NOWHERE, IN_A_CHARACTER, IN_A_LINE;

        List<byte[]> apply(byte[] bytes) {
            int at = switch (this) {
                case NOWHERE -> 0;
                case IN_A_CHARACTER ->
                    1 + IntStream.range(0, bytes.length).filter(i -> bytes[i] < 0).findFirst().orElseThrow();
                case IN_A_LINE -> bytes.length / 2;
            };
            return at == 0
                    ? List.of(bytes)
                    : List.of(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at, bytes.length));
        }
    }

    @ParameterizedTest
    @EnumSource
    void countsTokensExactlyAndStampsEachWriteBeforeTheNext(Chunking chunking) throws Exception {
        List<String> events = events(chunking.tokensAnEvent);
        GoldenScript script = new GoldenScript(events, chunking);
        TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> script.answer(reply));
                InferenceClient client = create(server.rootUrl(), Map.of())) {
            InferenceResponse response = client.infer(InferenceRequest.ofPrompt("?", GenerationOptions.defaults()),
                    script.watching(recorder));

            assertThat(response.text()).isEqualTo(String.join("", events));
            assertThat(response.usage()).isEqualTo(TokenUsage.server(12, TOKENS));
            assertThat(response.usage().streamed()).hasValue(TOKENS);
            long[] stamps = recorder.finish(System.nanoTime()).chunkNanos();
            assertThat(stamps).hasSize(TOKENS / chunking.tokensAnEvent);
            script.requireInOrder(stamps);
            assertThat(LatencyMetrics.of(recorder.finish(System.nanoTime()), response.usage()).chunkBundling())
                    .contains(chunking.tokensAnEvent > 1);
        }
    }

    @Test
    void readsEventsThatComeByteByByte() throws Exception {
        List<String> events = events(1);
        byte[] stream = (opening() + String.join("", events.stream().map(this::piece).toList()) + ending(TOKENS))
                .getBytes(StandardCharsets.UTF_8);
        TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream(streamType());
            for (byte one : stream) {
                reply.chunk(new byte[]{one});
            }
            reply.endStream();
        }); InferenceClient client = create(server.rootUrl(), Map.of())) {
            InferenceResponse response = client.infer(InferenceRequest.ofPrompt("?", GenerationOptions.defaults()),
                    recorder);

            assertThat(response.text()).isEqualTo(String.join("", events));
            assertThat(recorder.finish(System.nanoTime()).chunkNanos()).hasSize(TOKENS);
        }
    }

    private static List<String> events(int tokensAnEvent) {
        List<String> events = new ArrayList<>();
        for (int token = 0; token < TOKENS; token += tokensAnEvent) {
            List<String> words = new ArrayList<>();
            for (int word = token; word < token + tokensAnEvent; word++) {
                words.add(WORDS.get(word % WORDS.size()));
            }
            events.add(String.join("", words));
        }
        return events;
    }

    /** Make a client of the kind that is tested. */
    final InferenceClient create(String baseUrl, Map<String, String> parameters) {
        return create(baseUrl, parameters, Map.of());
    }

    /** Make a client that sees variables. */
    final InferenceClient create(String baseUrl, Map<String, String> parameters, Map<String, String> variables) {
        return provider().create(new ClientOptions(Optional.of("m"), Optional.of(URI.create(baseUrl)),
                Parameters.of("client " + id(), withOwn(parameters)), variables));
    }

    private Map<String, String> withOwn(Map<String, String> given) {
        Map<String, String> all = new HashMap<>(parameters());
        all.putAll(given);
        return all;
    }

    /** Find the provider that is tested. */
    final InferenceClientProvider provider() {
        return Plugins.builder("client", InferenceClientProvider.class).build().require(id());
    }

    /** Sends what it noted the time of. */
    private final class GoldenScript {
        private final List<String> events;
        private final Chunking chunking;
        private final Semaphore reported = new Semaphore(0);
        private final List<Long> sent = Collections.synchronizedList(new ArrayList<>());

        GoldenScript(List<String> events, Chunking chunking) {
            this.events = events;
            this.chunking = chunking;
        }

        void answer(ScriptedServer.Reply reply) throws IOException, InterruptedException {
            reply.beginStream(streamType());
            if (!opening().isEmpty()) {
                reply.chunk(opening());
            }
            for (int event = 0; event < events.size(); event += chunking.eventsAWrite) {
                StringBuilder write = new StringBuilder();
                events.subList(event, event + chunking.eventsAWrite).forEach(text -> write.append(piece(text)));
                sent.add(System.nanoTime());
                for (byte[] part : chunking.split.apply(write.toString().getBytes(StandardCharsets.UTF_8))) {
                    reply.chunk(part);
                }
                reported.acquire(chunking.eventsAWrite);
            }
            sent.add(System.nanoTime());
            reply.chunk(ending(TOKENS));
            reply.endStream();
        }

        /** Let the server go on when a chunk with tokens was reported. */
        Watch watching(TimelineRecorder recorder) {
            return new Watch(recorder, reported);
        }

        void requireInOrder(long[] stamps) {
            for (int event = 0; event < stamps.length; event++) {
                int write = event / chunking.eventsAWrite;
                assertThat(stamps[event]).isBetween(sent.get(write), sent.get(write + 1));
            }
        }
    }

    private static final class Watch implements ResponseSink {
        private final TimelineRecorder recorder;
        private final Semaphore reported;

        Watch(TimelineRecorder recorder, Semaphore reported) {
            this.recorder = recorder;
            this.reported = reported;
        }

        @Override
        public void sent(long nanos) {
            recorder.sent(nanos);
        }

        @Override
        public void firstByte(long nanos) {
            recorder.firstByte(nanos);
        }

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {
            recorder.chunk(kind, text, nanos);
            if (kind.carriesTokens()) {
                reported.release();
            }
        }
    }
}
