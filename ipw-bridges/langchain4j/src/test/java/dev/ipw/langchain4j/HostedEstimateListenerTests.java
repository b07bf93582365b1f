package dev.ipw.langchain4j;

import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.HostedTable;
import dev.ipw.hosted.HostedTokens;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HostedEstimateListenerTests {
    private static final HostedTable TABLE = HostedTable.shipped();

    private final List<HostedEstimate> received = new ArrayList<>();
    private final HostedEstimateListener estimates = HostedEstimateListener.of(TABLE, received::add);

    @Test
    void estimatesEachCallByItsTokensAndAddsThemUp() {
        ChatModel model = new Hosted("gpt-4o", new TokenUsage(120, 40), estimates);
        model.chat("one");
        model.chat("two");

        HostedEstimate one = HostedEstimate.of(TABLE, "gpt-4o", new HostedTokens(120, 0, 40));
        assertThat(received).containsExactly(one, one);
        assertThat(estimates.total()).contains(one.plus(one));
        assertThat(estimates.notEstimated()).isZero();
        assertThat(received.getFirst().toString()).contains("ESTIMATED, not measured");
    }

    @Test
    void countsCallsThatItCannotEstimate() {
        new Hosted("unheard-of", new TokenUsage(120, 40), estimates).chat("one");
        new Hosted("gpt-4o", null, estimates).chat("two");

        assertThat(received).isEmpty();
        assertThat(estimates.total()).isEmpty();
        assertThat(estimates.notEstimated()).isEqualTo(2);
    }

    /** Answer as a hosted model does. */
    private record Hosted(String name, @Nullable TokenUsage usage, ChatModelListener listener) implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder().aiMessage(AiMessage.from("yes")).modelName(name).tokenUsage(usage).build();
        }

        @Override
        public List<ChatModelListener> listeners() {
            return List.of(listener);
        }
    }
}
