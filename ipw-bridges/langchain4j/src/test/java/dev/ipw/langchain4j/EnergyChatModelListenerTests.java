package dev.ipw.langchain4j;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.RequestReport;
import dev.ipw.telemetry.RequestSpan;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.spans.SpanTree;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelRequestContext;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class EnergyChatModelListenerTests {
    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    private final TelemetrySession session = TelemetrySession.builder().discovery(false)
            .source(new FakeTelemetrySource(100)).open();
    private final BlockingQueue<RequestEnergy> delivered = new LinkedBlockingQueue<>();
    private final EnergyChatModelListener energy = EnergyChatModelListener.of(session, delivered::add);

    @AfterEach
    void close() {
        session.close();
    }

    private static double joules(EnergyReading reading) {
        return reading.joules().orElseThrow();
    }

    private RequestEnergy delivered() throws InterruptedException {
        return delivered.take();
    }

    private RequestEnergy delivered(String name) throws InterruptedException {
        RequestEnergy next = delivered();
        while (!next.id().equals(name)) {
            next = delivered();
        }
        return next;
    }

    private void assertAddsUp(RequestReport report) {
        assertThat(joules(report.requests()) + joules(report.idle()) + joules(report.other()))
                .isCloseTo(joules(report.device()), EXACT);
    }

    @Test
    void chargesEightCallsAtOnceSharesThatAddUp() throws Exception {
        try (ServedModel served = new ServedModel();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ChatModel model = served.chat(energy);
            List<Callable<ChatResponse>> tasks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                tasks.add(() -> model.chat(ChatRequest.builder()
                        .messages(UserMessage.from("2+2=")).build()));
            }
            for (Future<ChatResponse> answer : threads.invokeAll(tasks)) {
                assertThat(answer.get().tokenUsage().outputTokenCount()).isPositive();
            }
            double sum = 0;
            for (int i = 0; i < 8; i++) {
                sum += joules(delivered("chat " + served.name()).energy());
            }
            RequestReport report = session.requests();
            assertThat(report.finished()).isEqualTo(8);
            assertThat(report.open()).isZero();
            assertThat(joules(report.requests())).isCloseTo(sum, EXACT);
            assertAddsUp(report);
        }
    }

    @Test
    void aCallBesideASpanWithoutTokensIsChargedHalfOfItsTime() throws Exception {
        try (ServedModel served = new ServedModel()) {
            ChatModel model = served.chat(energy);
            RequestSpan beside = session.request("beside");
            model.chat("2+2=");
            beside.close();

            RequestEnergy call = delivered("chat " + served.name());

            double all = 100 * call.duration().toNanos() / 1e9;
            assertThat(joules(call.energy())).isCloseTo(all / 2, Percentage.withPercentage(1));
            assertThat(call.energy().provenance()).isEqualTo(Provenance.ESTIMATED);
            assertThat(session.requestOutputTokens()).isPresent();
        }
    }

    @Test
    void closesTheSpanOfACallThatFailsAndKeepsItsJoules() throws Exception {
        ServedModel served = new ServedModel();
        ChatModel model = served.chat(energy);
        served.close();

        assertThatThrownBy(() -> model.chat("2+2=")).isInstanceOf(RuntimeException.class);

        assertThat(joules(delivered().energy())).isNotNegative();
        assertThat(session.requests().open()).isZero();
    }

    @Test
    void opensOneSpanForAStreamThatIsWrappedAndListenedTo() throws Exception {
        try (ServedModel served = new ServedModel()) {
            StreamingChatModel model = energy.streaming(served.streaming(energy));
            CompletableFuture<ChatResponse> whole = new CompletableFuture<>();
            model.chat("2+2=", new StreamingChatResponseHandler() {
                @Override
                public void onPartialResponse(String text) {}

                @Override
                public void onCompleteResponse(ChatResponse response) {
                    whole.complete(response);
                }

                @Override
                public void onError(Throwable error) {
                    whole.completeExceptionally(error);
                }
            });
            assertThat(whole.get().aiMessage().text()).isNotBlank();
            delivered("chat " + served.name());
            assertThat(session.requests().finished()).isEqualTo(1);
            assertThat(session.requests().open()).isZero();
        }
    }

    @Test
    void closesTheSpanOfAStreamThatIsCancelledOrNotBegun() {
        StreamingHandle handle = new StreamingHandle() {
            @Override
            public void cancel() {}

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        StreamingChatModel cancelled = energy.streaming(new StreamingChatModel() {
            @Override
            public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                handler.onPartialResponse(new PartialResponse("4"), new PartialResponseContext(handle));
            }
        });
        cancelled.chat("2+2=", new Cancelling());
        assertThat(session.requests().open()).isZero();

        StreamingChatModel broken = energy.streaming(new StreamingChatModel() {
            @Override
            public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                throw new IllegalStateException("no such model");
            }
        });
        assertThatThrownBy(() -> broken.chat("2+2=", new Cancelling())).hasMessage("no such model");
        assertThat(session.requests().open()).isZero();
    }

    private static final class Cancelling implements StreamingChatResponseHandler {
        @Override
        public void onPartialResponse(PartialResponse part, PartialResponseContext context) {
            context.streamingHandle().cancel();
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {}

        @Override
        public void onError(Throwable error) {}
    }

    /** Asks for the tool once, then answers. */
    private static final class ToolAsking implements ChatModel {
        private final List<ChatModelListener> listeners;

        ToolAsking(List<ChatModelListener> listeners) {
            this.listeners = listeners;
        }

        @Override
        public List<ChatModelListener> listeners() {
            return listeners;
        }

        @Override
        public ChatResponse doChat(ChatRequest request) {
            boolean hasResult = request.messages().stream().anyMatch(ToolExecutionResultMessage.class::isInstance);
            AiMessage answer = hasResult
                    ? AiMessage.from("4")
                    : AiMessage.from(ToolExecutionRequest.builder().id("1").name("add").arguments("{}").build());
            return ChatResponse.builder().aiMessage(answer).tokenUsage(new TokenUsage(9, 3)).build();
        }
    }

    /** A service of the tests. */
    interface Assistant {
        String answer(String question);
    }

    /** A tool that asks a model in its turn. */
    static final class Adding {
        private final ChatModel model;

        Adding(ChatModel model) {
            this.model = model;
        }

        @Tool
        String add() {
            return model.chat("2+2=");
        }
    }

    @Test
    void nestsToolsAndTheirCallsInTheSpanOfAnAiService() throws Exception {
        try (ServedModel served = new ServedModel()) {
            Assistant assistant = AiServices.builder(Assistant.class).chatModel(new ToolAsking(List.of(energy)))
                    .tools(new Adding(served.chat(energy))).registerListeners(energy.aiServiceListeners()).build();

            assertThat(assistant.answer("What is 2 + 2?")).isEqualTo("4");

            List<RequestEnergy> spans = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                spans.add(delivered());
            }
            String service = "EnergyChatModelListenerTests$Assistant.answer";
            assertThat(spans).extracting(RequestEnergy::id).containsExactlyInAnyOrder("chat", "chat " + served.name(),
                    "tools add", "chat", service);
            RequestReport report = session.requests();
            assertThat(report.recent()).extracting(RequestEnergy::id).containsExactly(service);
            Map<String, RequestEnergy> byName = new HashMap<>();
            double calls = 0;
            for (RequestEnergy span : spans) {
                byName.put(span.id(), span);
                calls += span.id().equals("chat") ? joules(span.energy()) : 0;
            }
            RequestEnergy whole = Objects.requireNonNull(byName.get(service));
            RequestEnergy tools = Objects.requireNonNull(byName.get("tools add"));
            RequestEnergy inner = Objects.requireNonNull(byName.get("chat " + served.name()));
            assertThat(joules(whole.ownEnergy()) + calls + joules(tools.energy())).isCloseTo(joules(whole.energy()),
                    EXACT);
            assertThat(joules(tools.ownEnergy()) + joules(inner.energy()))
                    .isCloseTo(joules(tools.energy()), EXACT);
            assertAddsUp(report);
        }
    }

    /** A service that streams. */
    interface Narrator {
        TokenStream tell(String what);
    }

    @Test
    void nestsTheCallOfAStreamInTheSpanOfItsAiService() throws Exception {
        try (ServedModel served = new ServedModel()) {
            Narrator narrator = AiServices.builder(Narrator.class)
                    .streamingChatModel(energy.streaming(served.streaming(energy)))
                    .registerListeners(energy.aiServiceListeners()).build();
            narrator.tell("never started");
            CompletableFuture<ChatResponse> whole = new CompletableFuture<>();
            narrator.tell("2+2=").onPartialResponse(text -> {}).onCompleteResponse(whole::complete)
                    .onError(whole::completeExceptionally).start();
            whole.get();

            List<String> names = List.of(delivered().id(), delivered().id());

            assertThat(names).containsExactlyInAnyOrder("chat " + served.name(),
                    "EnergyChatModelListenerTests$Narrator.tell");
            assertThat(session.requests().finished()).isEqualTo(1);
            assertThat(session.requests().open()).isZero();
        }
    }

    @Test
    void closesTheSpansOfAnAiServiceThatFails() {
        ChatModel failing = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                throw new IllegalStateException("overloaded");
            }
        };
        Assistant assistant = AiServices.builder(Assistant.class).chatModel(failing)
                .registerListeners(energy.aiServiceListeners()).build();

        assertThatThrownBy(() -> assistant.answer("2+2=")).hasMessageContaining("overloaded");

        assertThat(session.requests().open()).isZero();
        assertThat(session.requests().finished()).isEqualTo(1);
    }

    @Test
    void leavesNoMoreSpansOpenThanItsBoundWhenNoEndIsTold() {
        ChatRequest request = ChatRequest.builder()
                .messages(UserMessage.from("2+2=")).build();
        for (int i = 0; i < SpanTree.MAX_OPEN + 10; i++) {
            energy.onRequest(new ChatModelRequestContext(request, null, new ConcurrentHashMap<>()));
        }
        assertThat(session.requests().open()).isEqualTo(SpanTree.MAX_OPEN);
    }

    @Test
    void goesOnWithCallsWhenItsConsumerThrows() throws Exception {
        BlockingQueue<RequestEnergy> second = new LinkedBlockingQueue<>();
        EnergyChatModelListener failing = EnergyChatModelListener.of(session, span -> {
            second.add(span);
            throw new IllegalStateException("full disk");
        });
        ToolAsking model = new ToolAsking(List.of(failing));
        model.chat("2+2=");
        model.chat("2+2=");
        assertThat(second.take()).isNotNull();
        assertThat(second.take()).isNotNull();
    }
}
