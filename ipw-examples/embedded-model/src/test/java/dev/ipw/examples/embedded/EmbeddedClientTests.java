package dev.ipw.examples.embedded;

import dev.ipw.inference.ContentPart;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.GenerationSink;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenProbability;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class EmbeddedClientTests {
    private static final GenerationOptions GREEDY = GenerationOptions.defaults();
    private static final EmbeddedClient CLIENT = new EmbeddedClient(ModelSize.SMALL);

    @Test
    void reportsTokensAndTheStopText() throws Exception {
        String whole = ask(InferenceRequest.ofPrompt("417+58", GREEDY)).text();
        Details details = new Details();

        InferenceResponse response = CLIENT.infer(
                InferenceRequest.ofPrompt("417+58", GREEDY.withStop(List.of(whole.substring(1)))), details);

        assertThat(response.text()).isEqualTo(whole.substring(0, 1)).isEqualTo(String.join("", details.tokens));
        assertThat(details.prompted).isEqualTo(8);
        assertThat(details.stopText).isEqualTo(whole.substring(1));
        assertThat(response.usage().output()).hasValue(whole.length());
    }

    @Test
    void drawsAnewWithoutASeed() throws Exception {
        InferenceRequest warm = InferenceRequest.ofPrompt("417+58", GREEDY.withTemperature(100));
        Set<String> answers = new HashSet<>();
        for (int draw = 0; draw < 20; draw++) {
            answers.add(ask(warm).text());
        }

        assertThat(answers).hasSizeGreaterThan(1);
    }

    static List<InferenceRequest> beyondText() {
        InferenceRequest question = InferenceRequest.ofPrompt("1+1", GREEDY);
        return List.of(question.withTools(List.of(new ToolDefinition("add", "Adds.", "{}")), ToolChoice.AUTO),
                question.withResponseFormat(ResponseFormat.jsonSchema("sum", "{}")),
                InferenceRequest.ofPrompt("1+1", GREEDY.withBody(Map.of("top_k", "3"))),
                new InferenceRequest(List.of(Message.user(List.of(
                        new ContentPart.Image("image/png", new byte[]{1})))), GREEDY));
    }

    @ParameterizedTest
    @MethodSource("beyondText")
    void refusesWhatIsBeyondText(InferenceRequest request) {
        assertThatExceptionOfType(InferenceException.class).isThrownBy(() -> ask(request))
                .withMessageContaining("text alone");
    }

    private static InferenceResponse ask(InferenceRequest request) throws Exception {
        return CLIENT.infer(request, new TimelineRecorder(System.nanoTime()));
    }

    /** Keeps what a generation reports beside its chunks. */
    private static final class Details implements GenerationSink {
        private final List<String> tokens = new ArrayList<>();
        private long prompted;
        private String stopText = "";

        @Override
        public void prompted(long count) {
            prompted = count;
        }

        @Override
        public boolean wantsTokens() {
            return true;
        }

        @Override
        public void token(TokenProbability chosen, List<TokenProbability> likeliest) {
            assertThat(likeliest.getFirst()).isEqualTo(chosen);
            tokens.add(chosen.text());
        }

        @Override
        public void stoppedAt(String text) {
            stopText = text;
        }

        @Override
        public void sent(long nanos) {}

        @Override
        public void firstByte(long nanos) {}

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {}
    }
}
