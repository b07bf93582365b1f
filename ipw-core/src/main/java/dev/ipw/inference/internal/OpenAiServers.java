package dev.ipw.inference.internal;

import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.internal.OpenAiPreset.Counts;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.plugin.PluginCatalogue;
import java.util.List;

/** The clients of servers with OpenAI's API: each with its own address, key and way of counting tokens. */
public final class OpenAiServers implements PluginCatalogue {
    @Override
    public Class<InferenceClientProvider> type() {
        return InferenceClientProvider.class;
    }

    @Override
    public List<InferenceClientProvider> plugins() {
        return List.of(
                OpenAiPreset.server(OpenAiClient.LLAMA_CPP, "a server of llama.cpp (llama-server)",
                        "http://localhost:8080/v1", Counts.TIMINGS_PER_TOKEN, "LLAMA_API_KEY"),
                OpenAiPreset.server(OpenAiClient.LM_STUDIO, "LM Studio",
                        "http://localhost:1234/v1", Counts.NOTHING, "LM_API_TOKEN"),
                OpenAiPreset.server(OpenAiClient.MLX, "a server of MLX (mlx_lm.server)",
                        "http://localhost:8080/v1", Counts.NOTHING),
                OpenAiPreset.anyServer("openai", "any server with OpenAI's chat completions, completions or responses",
                        "openai-server"),
                OpenAiPreset.server(OpenAiClient.SGLANG, "an SGLang server",
                        "http://localhost:30000/v1", Counts.CONTINUOUS_USAGE),
                OpenAiPreset.server(OpenAiClient.TRTLLM, "a TensorRT-LLM server (trtllm-serve)",
                        "http://localhost:8000/v1", Counts.CONTINUOUS_USAGE),
                OpenAiPreset.server(OpenAiClient.VLLM, "a vLLM server",
                        "http://localhost:8000/v1", Counts.CONTINUOUS_USAGE, "VLLM_API_KEY"));
    }
}
