package dev.ipw.inference.testing;

import dev.ipw.inference.exchange.ProtocolFeatures.Feature;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import static dev.ipw.inference.testing.OllamaRecords.quoted;

class OllamaGenerateContractTests extends ClientContract {
    @Override
    protected String id() {
        return "ollama";
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("api", "generate");
    }

    @Override
    protected String recordings() {
        return "ollama-generate";
    }

    @Override
    protected Set<Feature> lacking() {
        return Set.of(Feature.TOOLS, Feature.TOOL_CHOICE);
    }

    @Override
    protected String keyVariable() {
        return "OLLAMA_API_KEY";
    }

    @Override
    protected String streamType() {
        return "application/x-ndjson";
    }

    @Override
    protected String opening() {
        return "";
    }

    @Override
    protected String piece(String text) {
        return "{\"model\":\"m\",\"response\":" + quoted(text) + ",\"done\":false}\n";
    }

    @Override
    protected String ending(int output) {
        return whole("", output) + "\n";
    }

    @Override
    protected String streamedError(String words) {
        return "{\"error\":" + quoted(words) + "}\n";
    }

    @Override
    protected String whole(String text) {
        return whole(text, 3);
    }

    @Override
    protected String models(List<String> names) {
        return "{\"models\":[" + names.stream().map(name -> "{\"name\":" + quoted(name) + "}")
                .collect(Collectors.joining(",")) + "]}";
    }

    private static String whole(String text, int output) {
        return "{\"model\":\"m\",\"response\":" + quoted(text) + ",\"done\":true,\"done_reason\":\"stop\""
                + ",\"total_duration\":9000000,\"load_duration\":1000000,\"prompt_eval_count\":12,"
                + "\"prompt_eval_duration\":2000000,\"eval_count\":" + output + ",\"eval_duration\":5000000}";
    }
}
