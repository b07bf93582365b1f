package dev.ipw.examples.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** The bytes of a streamed chat completion of an OpenAI-compatible server. */
final class ChatStream {
    private static final long SEED = 7;
    private static final String HEAD = "data: {\"id\":\"chatcmpl-9f3b6c1d2e4a4f0b8c7d6e5f\",\"object\":\"chat.completion.chunk\","
            + "\"created\":1763596800,\"model\":\"llama3.2:1b\",\"system_fingerprint\":\"fp_ollama\",\"choices\":[";
    private static final String[] PIECES = {" the", " answer", " is", " 42", ",", " because", " größer", "\\n",
            " \\\"so\\\"", " intelligence", " per", " watt", "."};

    private ChatStream() {}

    /** Returns a role chunk, the content chunks, a final chunk, one with usage, and {@code [DONE]}. */
    static byte[] ofTokens(int tokens) {
        Random random = new Random(SEED);
        StringBuilder stream = new StringBuilder();
        chunk(stream, "{\"role\":\"assistant\",\"content\":\"\"}", "null");
        for (int token = 0; token < tokens; token++) {
            chunk(stream, "{\"content\":\"" + PIECES[random.nextInt(PIECES.length)] + "\"}", "null");
        }
        chunk(stream, "{}", "\"stop\"");
        stream.append(HEAD).append("],\"usage\":{\"prompt_tokens\":31,\"completion_tokens\":").append(tokens)
                .append(",\"total_tokens\":").append(31 + tokens).append("}}\n\ndata: [DONE]\n\n");
        return stream.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the number of events of such a stream. */
    static int events(int tokens) {
        return tokens + 4;
    }

    private static void chunk(StringBuilder stream, String delta, String finishReason) {
        stream.append(HEAD).append("{\"index\":0,\"delta\":").append(delta)
                .append(",\"logprobs\":null,\"finish_reason\":")
                .append(finishReason).append("}]}\n\n");
    }
}
