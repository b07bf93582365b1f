package dev.ipw.inference.testing;

import dev.ipw.inference.exchange.ProtocolFeatures.Feature;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import static dev.ipw.inference.testing.OllamaRecords.content;
import static dev.ipw.inference.testing.OllamaRecords.done;
import static dev.ipw.inference.testing.OllamaRecords.quoted;

class OllamaClientContractTests extends ClientContract {
    @Override
    protected String id() {
        return "ollama";
    }

    @Override
    protected String recordings() {
        return "ollama-chat";
    }

    @Override
    protected Set<Feature> lacking() {
        return Set.of(Feature.TOOL_CHOICE);
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
        return content(text) + "\n";
    }

    @Override
    protected String ending(int output) {
        return done("", counts(output)) + "\n";
    }

    @Override
    protected String streamedError(String words) {
        return "{\"error\":" + quoted(words) + "}\n";
    }

    @Override
    protected String whole(String text) {
        return done(text, counts(3));
    }

    @Override
    protected String models(List<String> names) {
        return "{\"models\":[" + names.stream().map(name -> "{\"name\":" + quoted(name) + "}")
                .collect(Collectors.joining(",")) + "]}";
    }

    private static String counts(int output) {
        return ",\"total_duration\":9000000,\"load_duration\":1000000,\"prompt_eval_count\":12,"
                + "\"prompt_eval_duration\":2000000,\"eval_count\":" + output + ",\"eval_duration\":5000000";
    }
}
