package dev.ipw.examples.agents;

import dev.ipw.langchain4j.EnergyAgentListener;
import dev.ipw.langchain4j.EnergyChatModelListener;
import dev.ipw.telemetry.CollectorSelection;
import dev.ipw.telemetry.TelemetrySession;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.util.List;
import java.util.Map;

/** A program that prints the joules of each call, tool and agent of an existing application. */
public final class MeasureClerk {
    private MeasureClerk() {}

    /** Asks the agent. The arguments are the address of a server with the OpenAI API, the model, and the question. */
    public static void main(String[] arguments) {
        try (TelemetrySession telemetry = TelemetrySession.builder().collectors(CollectorSelection.auto().orEstimate())
                .open()) {
            measure(telemetry, arguments[0], arguments[1], arguments[2]);
        }
    }

    static void measure(TelemetrySession telemetry, String baseUrl, String model, String question) {
        EnergyChatModelListener energy = EnergyChatModelListener.of(telemetry, System.out::println);
        Clerk clerk = AgenticServices.agentBuilder(Clerk.class)
                .chatModel(OpenAiChatModel.builder().baseUrl(baseUrl).apiKey("none").modelName(model)
                        .listeners(List.of(energy)).build())
                .tools(new Warehouse()).build();
        UntypedAgent office = AgenticServices.sequenceBuilder().subAgents(clerk).outputKey("answer")
                .listener(new EnergyAgentListener(energy)).build();
        System.out.println(office.invoke(Map.of("question", question)));
        System.out.println(telemetry.requests());
    }
}
