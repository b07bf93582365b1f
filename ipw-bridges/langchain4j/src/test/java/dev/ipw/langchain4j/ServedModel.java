package dev.ipw.langchain4j;

import dev.ipw.cli.serve.ChatServer;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The embedded model behind a real server, and LangChain4j's own models that ask it. */
final class ServedModel implements AutoCloseable {
    private final InferenceClient embedded = Plugins.builder("client", InferenceClientProvider.class).build()
            .require("embedded")
            .create(new ClientOptions(Optional.empty(), Optional.empty(), Parameters.none("embedded"), Map.of()));
    private final ChatServer server = ChatServer.start(embedded, 0);

    String name() {
        return embedded.describe().model();
    }

    String baseUrl() {
        return server.baseUrl().toString();
    }

    OpenAiChatModel chat(ChatModelListener... listeners) {
        return OpenAiChatModel.builder().baseUrl(baseUrl()).apiKey("none").modelName(name()).maxTokens(16)
                .temperature(0.0).maxRetries(0).listeners(List.of(listeners)).build();
    }

    OpenAiStreamingChatModel streaming(ChatModelListener... listeners) {
        return OpenAiStreamingChatModel.builder().baseUrl(baseUrl()).apiKey("none").modelName(name()).maxTokens(16)
                .temperature(0.0).listeners(List.of(listeners)).build();
    }

    @Override
    public void close() {
        server.close();
        embedded.close();
    }
}
