package dev.ipw.langchain4j;

import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.MachineCase;
import dev.ipw.testing.MachineCase.Answer;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.listener.ChatModelErrorContext;
import dev.langchain4j.model.chat.listener.ChatModelRequestContext;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a listener of chat models tells on machines whose sensors work, or do not. */
@Tag("real-time")
class MachineDoorTests {
    @ParameterizedTest
    @EnumSource
    void deliversTheJoulesOfACallBeforeTheProgramEnds(MachineCase machine) {
        List<RequestEnergy> delivered = new ArrayList<>();
        try (TelemetrySession session = machine.open()) {
            EnergyChatModelListener listener = EnergyChatModelListener.of(session, delivered::add);
            ChatRequest request = ChatRequest.builder().messages(UserMessage.from("2+2=")).build();
            Map<Object, Object> attributes = new HashMap<>();
            listener.onRequest(new ChatModelRequestContext(request, ModelProvider.OTHER, attributes));
            MachineCase.work(session);
            listener.onError(new ChatModelErrorContext(new IllegalStateException("no answer"), request,
                    ModelProvider.OTHER, attributes));
            listener.flush();

            assertThat(delivered).hasSize(1);
            machine.check(new Answer(delivered.getFirst().energy().joules(),
                    delivered.getFirst().energy().provenance().name(),
                    delivered.getFirst() + " " + session.problems()));
        }
    }
}
