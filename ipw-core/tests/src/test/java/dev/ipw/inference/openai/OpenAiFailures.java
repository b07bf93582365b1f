package dev.ipw.inference.openai;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import java.io.IOException;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Ask a server that fails. */
abstract class OpenAiFailures {
    /** A piece of an answer. */
    static final String CONTENT = "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"half\"}}]}";
    /** Asked where it does not matter what. */
    static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());

    /** Hears what happens. */
    final RecordedSink sink = new RecordedSink();

    final InferenceException failure(ScriptedServer.Script script) throws IOException {
        return failure(script, builder -> builder);
    }

    final InferenceException failure(ScriptedServer.Script script, UnaryOperator<OpenAiClient.Builder> settings)
            throws IOException {
        try (ScriptedServer server = ScriptedServer.start(script);
                OpenAiClient client = settings.apply(OpenAiClient.builder(server.baseUrl()).model("m")).build()) {
            return catchThrowableOfType(InferenceException.class, () -> client.infer(QUESTION, sink));
        }
    }
}
