package dev.ipw.langchain4j;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ServingHost;
import dev.ipw.junit.contract.InferenceClientContract;
import dev.ipw.testing.ClosedPort;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class LangChain4jClientTests extends InferenceClientContract {
    private final ServedModel served = new ServedModel();
    private ClosedPort closed;

    @BeforeEach
    void takePort() throws IOException {
        closed = new ClosedPort();
    }

    @AfterEach
    void stop() throws IOException {
        served.close();
        closed.close();
    }

    @Override
    protected InferenceClient client() {
        return LangChain4jClient.of(served.chat(), served.name(), ServingHost.LOCAL);
    }

    @Override
    protected InferenceRequest request() {
        return InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults().withMaxTokens(8));
    }

    @Override
    protected Optional<InferenceClient> refusedClient() {
        return Optional.of(LangChain4jClient.of(OpenAiChatModel.builder()
                .baseUrl(closed.address() + "/v1").apiKey("none").modelName("m")
                .maxRetries(0).build(), "m", ServingHost.LOCAL));
    }
}
