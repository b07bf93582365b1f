package dev.ipw.examples.benchmarks.wire;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import java.net.URI;
import java.util.Objects;

/** A client that reads with OpenAI's own library, and stamps each event as soon as the library returns it. */
public final class OpenAiJavaClient implements StreamClient {
    @Override
    public void read(URI uri, int streams, LagRecorder recorder) throws Exception {
        OpenAIClient client = OpenAIOkHttpClient.builder().apiKey("none").baseUrl(uri.toString()).maxRetries(0).build();
        ChatCompletionCreateParams question = ChatCompletionCreateParams.builder().model("golden").addUserMessage("hi")
                .build();
        try {
            StreamClient.each(streams, () -> {
                try (StreamResponse<ChatCompletionChunk> chunks = client.chat().completions()
                        .createStreaming(question)) {
                    chunks.stream().forEach(chunk -> {
                        long now = System.nanoTime();
                        JsonValue sent = Objects.requireNonNull(chunk._additionalProperties().get("sent"));
                        recorder.add(now - Long.parseLong(sent.toString()));
                    });
                }
                return null;
            });
        } finally {
            client.close();
        }
    }

    @Override
    public String toString() {
        return "openai-java, virtual threads";
    }
}
