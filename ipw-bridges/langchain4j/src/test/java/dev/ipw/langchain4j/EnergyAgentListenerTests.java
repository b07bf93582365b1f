package dev.ipw.langchain4j;

import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.RequestReport;
import dev.ipw.telemetry.TelemetrySession;
import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class EnergyAgentListenerTests {
    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    private final TelemetrySession session = TelemetrySession.builder().discovery(false)
            .source(new FakeTelemetrySource(100)).open();
    private final BlockingQueue<RequestEnergy> delivered = new LinkedBlockingQueue<>();
    private final EnergyChatModelListener energy = EnergyChatModelListener.of(session, delivered::add);

    @AfterEach
    void close() {
        session.close();
    }

    /** The first agent. */
    public interface Writer {
        @UserMessage("Write about {{topic}}")
        @Agent(name = "writer", outputKey = "story")
        String write(@V("topic") String topic);
    }

    /** The second agent. */
    public interface Editor {
        @UserMessage("Edit {{topic}}")
        @Agent(name = "editor", outputKey = "edited")
        String edit(@V("topic") String topic);
    }

    private record Answering(List<ChatModelListener> listeners, boolean fails) implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            if (fails) {
                throw new IllegalStateException("overloaded");
            }
            return ChatResponse.builder().aiMessage(AiMessage.from("a story")).tokenUsage(new TokenUsage(9, 3)).build();
        }
    }

    private List<RequestEnergy> delivered(int count) throws InterruptedException {
        List<RequestEnergy> all = new ArrayList<>();
        while (all.size() < count) {
            all.add(delivered.take());
        }
        return all;
    }

    private Object[] agents(boolean fails) {
        ChatModel model = new Answering(List.of(energy), fails);
        return new Object[]{AgenticServices.agentBuilder(Writer.class).chatModel(model).build(),
                AgenticServices.agentBuilder(Editor.class).chatModel(model).build()};
    }

    private void assertOneTree(List<RequestEnergy> spans) {
        RequestReport report = session.requests();
        assertThat(report.open()).isZero();
        assertThat(report.recent()).hasSize(1);
        RequestEnergy whole = report.recent().getFirst();
        double children = spans.stream().filter(span -> List.of("agent writer", "agent editor").contains(span.id()))
                .mapToDouble(span -> span.energy().joules().orElseThrow()).sum();
        assertThat(whole.ownEnergy().joules().orElseThrow() + children).isCloseTo(whole.energy().joules().orElseThrow(),
                EXACT);
    }

    @Test
    void nestsTheCallsOfAgentsThatFollowEachOther() throws Exception {
        UntypedAgent system = AgenticServices.sequenceBuilder().subAgents(agents(false)).outputKey("edited")
                .listener(new EnergyAgentListener(energy)).build();

        assertThat(system.invoke(Map.of("topic", "joules"))).isEqualTo("a story");

        List<RequestEnergy> spans = delivered(5);
        assertThat(spans).extracting(RequestEnergy::id).contains("agent writer", "agent editor", "chat", "chat");
        assertOneTree(spans);
    }

    @Test
    void nestsTheCallsOfAgentsThatRunAtOnceOnOtherThreads() throws Exception {
        UntypedAgent system = AgenticServices.parallelBuilder().subAgents(agents(false)).outputKey("edited")
                .listener(new EnergyAgentListener(energy)).build();

        system.invoke(Map.of("topic", "joules"));

        List<RequestEnergy> spans = delivered(5);
        assertThat(spans).extracting(RequestEnergy::id).contains("agent writer", "agent editor", "chat", "chat");
        assertOneTree(spans);
    }

    @Test
    void leavesNoSpanOpenWhenAnAgentFails() {
        UntypedAgent system = AgenticServices.sequenceBuilder().subAgents(agents(true)).outputKey("edited")
                .listener(new EnergyAgentListener(energy)).build();

        assertThatThrownBy(() -> system.invoke(Map.of("topic", "joules"))).isInstanceOf(RuntimeException.class);

        assertThat(session.requests().open()).isZero();
        assertThat(session.requests().finished()).isEqualTo(1);
    }
}
