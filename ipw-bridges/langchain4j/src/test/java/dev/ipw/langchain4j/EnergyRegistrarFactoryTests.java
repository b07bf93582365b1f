package dev.ipw.langchain4j;

import dev.ipw.telemetry.RequestSpan;
import dev.ipw.telemetry.TelemetrySession;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The session of the process is opened once, so that all tests choose the same collectors: none. */
class EnergyRegistrarFactoryTests {
    @AfterEach
    void clear() {
        System.clearProperty(MachineListener.PROPERTY);
    }

    /** A service that knows nothing of energy. */
    interface Assistant {
        String answer(String question);
    }

    private static final class Answering implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder().aiMessage(AiMessage.from("4")).build();
        }
    }

    private static long finished() {
        System.setProperty(MachineListener.PROPERTY, "none");
        TelemetrySession session = EnergyChatModelListener.ofMachine().session();
        return session.requests().finished();
    }

    @Test
    void measuresAnAiServiceThatWasNotChangedWhereThePropertyIsSet() {
        long before = finished();

        AiServices.create(Assistant.class, new Answering()).answer("2+2=");

        assertThat(finished() - before).isEqualTo(1);
    }

    @Test
    void measuresNothingWithoutTheProperty() {
        long before = finished();
        System.clearProperty(MachineListener.PROPERTY);

        AiServices.create(Assistant.class, new Answering()).answer("2+2=");

        assertThat(finished() - before).isZero();
    }

    @Test
    void answersWithoutJoulesWhereACollectorIsNotKnown() {
        try (TelemetrySession session = MachineListener.logging("nonsense").session()) {
            RequestSpan span = session.request("call");
            span.close();
            assertThat(span.energy().reason().orElseThrow()).contains("'nonsense'");
        }
    }

    @Test
    void givesTheSameListenerEachTimeSoThatNoJouleIsCountedTwice() {
        System.setProperty(MachineListener.PROPERTY, "none");

        assertThat(EnergyChatModelListener.ofMachine()).isSameAs(EnergyChatModelListener.ofMachine());
    }
}
