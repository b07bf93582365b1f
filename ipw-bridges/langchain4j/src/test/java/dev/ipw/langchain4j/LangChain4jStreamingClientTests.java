package dev.ipw.langchain4j;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ServingHost;
import dev.ipw.junit.contract.InferenceClientContract;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

class LangChain4jStreamingClientTests extends InferenceClientContract {
    private final ServedModel served = new ServedModel();

    @AfterEach
    void stop() {
        served.close();
    }

    @Override
    protected InferenceClient client() {
        return LangChain4jClient.of(served.streaming(), served.name(), ServingHost.LOCAL);
    }

    @Override
    protected InferenceRequest request() {
        return InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults().withMaxTokens(8));
    }

    @Override
    protected Optional<InferenceClient> refusedClient() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Optional.of(LangChain4jClient.of(OpenAiStreamingChatModel.builder()
                    .baseUrl("http://127.0.0.1:" + free.getLocalPort() + "/v1").apiKey("none").modelName("m")
                    .build(), "m", ServingHost.LOCAL));
        }
    }
}
